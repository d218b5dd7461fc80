import { fileURLToPath } from "node:url";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import { type RunningService, type Service, type ServiceSettings, startService } from "@offergraph/service/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import pg from "pg";
import { checkAuditedRows } from "./audited-rows.js";
import { testDatabase } from "./database.js";
import { type SubgraphAnswer, subgraphClient, testSigningKey } from "./subgraph.js";
import { polling } from "./timeouts.js";

// Address without a NATS server. Tests read the events from the outbox.
const noNats = "nats://127.0.0.1:1";
const decade = 10 * 365 * 86_400_000;

export interface UserError {
  field: string[];
  code: string;
  message: string;
}

/** A client for one workspace. */
export interface Client {
  workspaceId: string;
  /** Returns the field `data` of the response. Throws an Error if the response has top-level errors. */
  data<Data>(query: string, variables?: object, idempotencyKey?: string): Promise<Data>;
  /** Returns the whole response, even if the response has errors. */
  call(query: string, variables?: object): Promise<SubgraphAnswer<unknown>>;
  /** Returns entities by id, with the same query as the gateway. */
  entities<Entity>(type: string, ids: readonly string[], selection: string): Promise<(Entity | null)[]>;
  /** Returns the events in the outbox, oldest first. */
  events(): Promise<{ what: string; recordId: string; data: Record<string, unknown> }[]>;
}

export interface Fixture<Running = RunningService<unknown, unknown>> {
  clock: ManualClock;
  /** Database connection of a superuser, who can read every workspace. */
  admin: pg.Client;
  /** The service's DATABASE_URL. */
  connectionString: string;
  /** Environment variables for another replica of the service. */
  environment: Record<string, string>;
  running: Running;
  /** Creates a client for a new workspace. */
  client(): Client;
  /** Starts another replica with the same database and clock. The fixture's `stop` also stops this additional replica. */
  startReplica(): Promise<Running>;
  stop(): Promise<void>;
}

/** Starts a service with a separate database and without NATS. The given `settings` are added to the default environment variables. */
export async function startServiceFixture<Settings extends ServiceSettings, Context extends RequestBase, Transaction>(
  service: Service<Settings, Context, Transaction>,
  adminUrl: string,
  settings: Record<string, string> = {},
): Promise<Fixture<RunningService<Settings, Transaction>>> {
  const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", service.directory));
  const database = await testDatabase({ adminUrl, app: service.name, migrationsDirectory });
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const environment = {
    DATABASE_URL: database.connectionString,
    NATS_URL: noNats,
    GATEWAY_SIGNING_KEY: testSigningKey,
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    // On a slow machine, requests can wait long for a database connection.
    DATABASE_WAIT_MS: String(polling.timeout),
    ...settings,
  };
  // Starts the service without the job that sends audit records, because tests count the events in the outbox.
  const { audit: _, ...withoutAudit } = service;
  const start = () => startService(withoutAudit, environment, clock);
  const running = await start();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const replicas = [running];
  return {
    clock,
    admin,
    connectionString: database.connectionString,
    environment,
    running,
    client: () => clientOf(service.name, running.url, admin, clock),
    startReplica: async () => {
      const replica = await start();
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      await Promise.all(replicas.map((replica) => replica.stop()));
      try {
        await checkAuditedRows(admin);
      } finally {
        await admin.end();
        await database.drop();
      }
    },
  };
}

function clientOf(service: string, url: string, admin: pg.Client, clock: ManualClock): Client {
  // Signatures are valid for ten years, because a test may move the clock during a request.
  const client = subgraphClient({ url, service, now: () => new Date(clock.now().getTime() + decade) });
  return {
    workspaceId: client.workspaceId,
    call: (query, variables) => client.call(query, { variables: { ...variables } }),
    data: (query, variables, idempotencyKey) =>
      client.data(query, { variables: { ...variables }, ...(idempotencyKey && { idempotencyKey }) }),
    entities: client.entities,
    async events() {
      const { rows } = await admin.query("SELECT subject, event FROM outbox_events WHERE workspace_id = $1 ORDER BY sequence", [
        client.workspaceId,
      ]);
      return rows.map(({ subject, event }) => ({
        what: subject.split(".").slice(2, 4).join("."),
        recordId: event.subject,
        data: event.data,
      }));
    },
  };
}

interface Reads {
  running: { parts: { database: { read(...given: never[]): unknown } } };
}

/** Returns the result of `run` and the number of calls of `database.read` during `run`. */
export async function countReads<Result>({ running: { parts } }: Reads, run: () => Promise<Result>): Promise<[Result, number]> {
  const { database } = parts;
  const { read } = database;
  let count = 0;
  database.read = (...given: never[]) => {
    count += 1;
    return read.apply(database, given);
  };
  try {
    const result = await run();
    return [result, count];
  } finally {
    database.read = read;
  }
}

/** Returns each of the userErrors as "path CODE", in alphabetical order. */
export function pathsOf(userErrors: readonly UserError[]): string[] {
  return userErrors.map(({ field, code }) => `${field.join(".")} ${code}`).sort();
}
