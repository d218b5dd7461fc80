import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SystemDescription } from "../supervisor/system-file.js";
import { commandEnvironment } from "./command-environment.js";

const system: SystemDescription = {
  ...{ baseUrl: "http://127.0.0.1:4000", workspaceId: "demo", secretKey: "sk", publishableKey: "pk", pids: {}, urls: {}, metricsUrls: {} },
  ...{ databaseUrls: { discounts: "postgres://its-own" }, natsUrl: "nats://its-own", sandboxStoreUrl: "http://127.0.0.1:4700" },
  demo: "filled",
  outboundAllowPrivate: "0",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-environment-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the environment of a command", () => {
  it("has the settings of the running system", () => {
    const emitted = commandEnvironment("discounts", system, folder, {});
    expect(emitted).toMatchObject({ DATABASE_URL: "postgres://its-own", OUTBOUND_ALLOW_PRIVATE: "0", OFFERGRAPH_WORKSPACE: "demo" });
  });
  it("prefers variables of its own environment", () => {
    const source = { OUTBOUND_ALLOW_PRIVATE: "1", OFFERGRAPH_WORKSPACE: "mine", GATEWAY_SIGNING_KEY: "k".repeat(32) };
    expect(commandEnvironment("discounts", system, folder, source)).toMatchObject(source);
  });
});
