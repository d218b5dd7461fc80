import { fileURLToPath } from "node:url";
import pg from "pg";
import type { PrismaTransaction } from "../database/write.js";
import type { RequestBase } from "../subgraph/context.js";
import { type RunningService, type Service, type ServiceSettings, startService } from "../subgraph/run.js";
import { ManualClock } from "../time/clock.js";
import { testDatabase } from "./database.js";
import { patient } from "./patient.js";
import { type SubgraphAnswer, subgraphClient, testSigningKey } from "./subgraph.js";

// Nobody listens there: events stay in the outbox, where tests look at them.
const noNats = "nats://127.0.0.1:1";
const decade = 10 * 365 * 86_400_000;

export interface UserError {
  field: string[];
  code: string;
  message: string;
}

/** One workspace's view of the service. */
export interface Client {
  workspaceId: string;
  /** The data of an answer; throws when there are top-level errors. */
  data<Data>(query: string, variables?: object, idempotencyKey?: string): Promise<Data>;
  /** The whole answer. */
  call(query: string, variables?: object): Promise<SubgraphAnswer<unknown>>;
  /** Resolves entities by id as a join of the gateway does. */
  entities<Entity>(type: string, ids: readonly string[], selection: string): Promise<(Entity | null)[]>;
  /** What waits in the outbox, the eldest first: what happened to what. */
  events(): Promise<{ what: string; recordId: string; data: Record<string, unknown> }[]>;
}

export interface World<Running = RunningService<unknown, PrismaTransaction>> {
  clock: ManualClock;
  /** A superuser's connection to the database: it sees every workspace. */
  admin: pg.Client;
  /** The service's own address of the database. */
  connectionString: string;
  /** What a replica of the service is started with. */
  environment: Record<string, string>;
  /** The service itself. */
  running: Running;
  /** A new workspace. */
  client(): Client;
  /** One more replica of the service, on the same database and clock; it is stopped with the world at the latest. */
  startReplica(): Promise<Running>;
  stop(): Promise<void>;
}

/** A service as it runs, on a database of its own, while NATS is away; `settings` stand beside the usual ones. */
export async function startServiceWorld<
  Settings extends ServiceSettings,
  Context extends RequestBase,
  Transaction extends PrismaTransaction,
>(
  service: Service<Settings, Context, Transaction>,
  adminUrl: string,
  settings: Record<string, string> = {},
): Promise<World<RunningService<Settings, Transaction>>> {
  const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", service.directory));
  const database = await testDatabase({ adminUrl, app: service.name, migrationsDirectory });
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const environment = {
    DATABASE_URL: database.connectionString,
    NATS_URL: noNats,
    GATEWAY_SIGNING_KEY: testSigningKey,
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    // A crowd that a test sends at once may be a long queue on a slow machine.
    DATABASE_WAIT_MS: String(patient.timeout),
    ...settings,
  };
  const start = () => startService(service, environment, clock);
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
      await admin.end();
      await database.drop();
    },
  };
}

function clientOf(service: string, url: string, admin: pg.Client, clock: ManualClock): Client {
  // Signed for long, so that a test may move the clock while a request is on its way.
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

/** Violations as "path CODE", in order. */
export function pathsOf(userErrors: readonly UserError[]): string[] {
  return userErrors.map(({ field, code }) => `${field.join(".")} ${code}`).sort();
}
