import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureReader } from "@offergraph/service/db/ensure-database";
import { createPool } from "@offergraph/service/db/pool";
import { createLogger } from "@offergraph/shared/log/logger";
import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { testDatabase } from "@offergraph/testkit/database";
import { polling } from "@offergraph/testkit/timeouts";
import { Client } from "undici";
import { inject } from "vitest";
import { gatewayEnv } from "../env.js";
import { type StartOptions, startGateway } from "../server.js";
import { appManifests } from "./app-manifests.js";
import { type KeyOptions, TestKeys } from "./keys.js";
import { startSubgraph } from "./subgraph.js";

export const signingKey = "a signing key for the tests, long enough";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON of the body. Undefined if the body is empty. */
  body: { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> & { code: string } }[] } & Record<
    string,
    unknown
  >;
  text: string;
}

export interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: unknown;
}

/**
 * Creates a database with the tables of apps/workspace. Creates a database role with which the gateway reads the tables, as in production.
 */
export async function keyDatabase() {
  const migrationsDirectory = fileURLToPath(new URL("../../../workspace/prisma/migrations", import.meta.url));
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "workspace", migrationsDirectory });
  const name = decodeURIComponent(new URL(database.adminUrl).pathname.slice(1));
  return { ...database, connectionString: await ensureReader(inject("adminUrl"), name, "test_gateway") };
}

/**
 * Starts a gateway with a new database and a new test subgraph. `settings` are environment variables. By default, the gateway does not
 * limit requests from one address.
 */
export async function testGateway(
  settings: Record<string, string> = {},
  {
    visited,
    owner = "forms",
    manifest = visited && appManifests.get(owner),
    log = createLogger("test", process.env.TEST_LOG ?? "silent"),
    ...options
  }: Partial<Pick<StartOptions, "windowSeconds" | "usageReportTimeoutMs" | "log">> & {
    /** Handles requests to paths other than /graphql. If set, the subgraph has the name and manifest of `owner`. */
    visited?: RequestListener;
    owner?: string;
    manifest?: ManifestInput;
  } = {},
) {
  const database = await keyDatabase();
  const subgraph = await startSubgraph(visited ? owner : "things", { visited, manifest });
  const cacheFile = join(tmpdir(), `offergraph-gateway-${randomUUID()}.json`);
  const env = gatewayEnv({
    PORT: "0",
    DATABASE_URL: database.connectionString,
    DATABASE_WAIT_MS: String(polling.timeout),
    GATEWAY_SIGNING_KEY: signingKey,
    SUBGRAPHS: `${subgraph.address.name}=${subgraph.address.url}`,
    SUPERGRAPH_CACHE: cacheFile,
    RATE_LIMIT_PER_IP: "0",
    RATE_LIMIT_PUBLIC: "0",
    ...settings,
  });
  const pool = createPool({ connectionString: database.adminUrl, max: 2, applicationName: "test", log });
  const store = new TestKeys(pool);
  const gateway = await startGateway({ env, log, ...options });
  const { workspaceId } = await store.createWorkspace("Tests");
  const { memberId } = await store.addMember(workspaceId, { name: "Owner", role: "OWNER" });
  const url = new URL(gateway.url);
  let stopped: Promise<void> | undefined;
  const stopGateway = () => {
    stopped ??= gateway.stop();
    return stopped;
  };

  const send = async ({ method = "POST", path = "/graphql/v1", headers = {}, body }: Sent): Promise<Answer> => {
    // Each request has its own connection and never waits for another request.
    const client = new Client(url.origin);
    try {
      const payload = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const type = payload === undefined || headers["content-type"] !== undefined ? {} : { "content-type": "application/json" };
      const answer = await client.request({
        method,
        path,
        headers: { ...type, ...headers },
        body: (payload as string | Buffer | undefined) ?? null,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
    } finally {
      await client.destroy();
    }
  };
  return {
    url: gateway.url,
    cacheFile,
    metrics: async () => (await fetch(gateway.metricsUrl)).text(),
    store,
    pool,
    subgraph,
    workspaceId,
    memberId,
    send,
    ask: (key: string, query: string, more: { variables?: unknown; headers?: Record<string, string> } = {}) =>
      send({ headers: { authorization: `Bearer ${key}`, ...more.headers }, body: { query, variables: more.variables } }),
    /** Creates an API key for the workspace's owner by default. */
    newKey: (options: Partial<KeyOptions> = {}) =>
      store.createKey({ workspaceId, memberId, kind: "SECRET", level: "ADMIN", origins: [], ...options }),
    connectionString: database.connectionString,
    dropDatabase: () => database.drop(),
    stopGateway,
    async stop() {
      await stopGateway();
      await subgraph.stop();
      await pool.end();
      await database.drop();
      await rm(cacheFile, { force: true });
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof testGateway>>;

/** Returns the status and error code of a response, as in "200 ok". */
export function summaryOf({ status, body }: Answer): string {
  return `${status} ${body.errors?.[0]?.extensions.code ?? "ok"}`;
}
