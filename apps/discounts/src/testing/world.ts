import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { createPool } from "@offergraph/shared/database/pool";
import { createLogger } from "@offergraph/shared/log/logger";
import { testDatabase } from "@offergraph/shared/testing/database";
import { ManualClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { startDiscounts } from "../subgraph.js";

const migrationsDirectory = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const signingKey = "a signing key of the tests, long enough";

export interface UserError {
  field: string[];
  code: string;
  message: string;
}

/** One workspace's view of the subgraph. */
export interface Client {
  workspaceId: string;
  /** The data of an answer; throws when there are top-level errors. */
  data<Data>(query: string, variables?: object, idempotencyKey?: string): Promise<Data>;
  /** The whole answer. */
  call(
    query: string,
    variables?: object,
    idempotencyKey?: string,
  ): Promise<{ data?: unknown; errors?: { message: string; extensions: { code: string; argument?: string } }[] }>;
  /** What waits in the outbox, the eldest first: what happened to what. */
  events(): Promise<{ what: string; recordId: string; data: Record<string, unknown> }[]>;
}

export interface World {
  clock: ManualClock;
  /** A superuser's connection to the database: it sees every workspace. */
  admin: pg.Client;
  /** The service's own address of the database. */
  connectionString: string;
  /** A new workspace. */
  client(): Client;
  stop(): Promise<void>;
}

/** The discounts subgraph over HTTP, on a database of its own. Events stay in the outbox. */
export async function startWorld(adminUrl: string): Promise<World> {
  const database = await testDatabase({ adminUrl, app: "discounts", migrationsDirectory });
  const log = createLogger("discounts", process.env.TEST_LOG ?? "fatal");
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const pool = createPool({ connectionString: database.connectionString, max: 8, applicationName: "discounts", log });
  const env = { HOST: "127.0.0.1", PORT: 0, GATEWAY_SIGNING_KEY: signingKey };
  const subgraph = await startDiscounts({ pool, env, log, clock, poke: () => undefined, isReady: async () => ({}) });
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  return {
    clock,
    admin,
    connectionString: database.connectionString,
    client: () => clientOf(newId(), { url: subgraph.url, admin, clock }),
    stop: async () => {
      await admin.end();
      await subgraph.stop();
      await pool.end();
      await database.drop();
    },
  };
}

function clientOf(workspaceId: string, { url, admin, clock }: { url: string; admin: pg.Client; clock: ManualClock }): Client {
  const { sign } = principalSigner(signingKey);
  // Valid however far a test moves the clock while the request is on its way.
  const signedFor = clock.now().getTime() + 10 * 365 * 86_400_000;
  const call: Client["call"] = async (query, variables = {}, idempotencyKey) => {
    const principal = { workspaceId, memberId: newId(), keyId: newId(), level: "WRITE" as const, requestId: randomUUID() };
    const headers = {
      "content-type": "application/json",
      [principalHeader]: sign(principal, signedFor),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    return (await response.json()) as Awaited<ReturnType<Client["call"]>>;
  };
  return {
    workspaceId,
    call,
    async data<Data>(query: string, variables?: object, idempotencyKey?: string) {
      const { data, errors } = await call(query, variables, idempotencyKey);
      if (errors) throw new Error(JSON.stringify(errors));
      return data as Data;
    },
    async events() {
      const { rows } = await admin.query("SELECT subject, event FROM outbox_events WHERE workspace_id = $1 ORDER BY sequence", [
        workspaceId,
      ]);
      return rows.map(({ subject, event }) => ({
        what: subject.split(".").slice(2, 4).join("."),
        recordId: event.subject,
        data: event.data,
      }));
    },
  };
}
