import { fileURLToPath } from "node:url";
import { type RunningService, startService } from "@offergraph/shared/subgraph/run";
import { testDatabase } from "@offergraph/shared/testing/database";
import { type SubgraphAnswer, subgraphClient, testSigningKey } from "@offergraph/shared/testing/subgraph";
import { ManualClock } from "@offergraph/shared/time/clock";
import pg from "pg";
import { type BackgroundOptions, startBackground } from "../background.js";
import type { DiscountsSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { service } from "../service.js";

const migrationsDirectory = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
// Nobody listens there: events stay in the outbox, where tests look at them.
const natsUrl = "nats://127.0.0.1:1";
const decade = 10 * 365 * 86_400_000;

export interface UserError {
  field: string[];
  code: string;
  message: string;
}

export type Replica = RunningService<DiscountsSettings, Prisma.TransactionClient>;

/** One workspace's view of the service. */
export interface Client {
  workspaceId: string;
  /** The data of an answer; throws when there are top-level errors. */
  data<Data>(query: string, variables?: object, idempotencyKey?: string): Promise<Data>;
  /** The whole answer. */
  call(query: string, variables?: object): Promise<SubgraphAnswer<unknown>>;
  /** What waits in the outbox, the eldest first: what happened to what. */
  events(): Promise<{ what: string; recordId: string; data: Record<string, unknown> }[]>;
}

export interface World {
  clock: ManualClock;
  /** A superuser's connection to the database: it sees every workspace. */
  admin: pg.Client;
  /** The service's own address of the database. */
  connectionString: string;
  /** What a replica of the service is started with. */
  environment: Record<string, string>;
  /** A new workspace. */
  client(): Client;
  /** The replica that clients talk to. */
  main: Replica;
  /** One more replica of the service, on the same database and clock; it is stopped with the world at the latest. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

/**
 * The service as it runs, on a database of its own, while NATS is away unless `settings`, which stand beside the usual ones,
 * say where it is; `background`: what runs beside the server, otherwise than usual.
 */
export async function startWorld(
  adminUrl: string,
  settings: Record<string, string> = {},
  background: BackgroundOptions = {},
): Promise<World> {
  const database = await testDatabase({ adminUrl, app: "discounts", migrationsDirectory });
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const environment = {
    DATABASE_URL: database.connectionString,
    NATS_URL: natsUrl,
    GATEWAY_SIGNING_KEY: testSigningKey,
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    ...settings,
  };
  const start = () => startService({ ...service, startBackground: (parts) => startBackground(parts, background) }, environment, clock);
  const main = await start();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const replicas: Replica[] = [];
  return {
    clock,
    admin,
    connectionString: database.connectionString,
    environment,
    client: () => clientOf(main.url, admin, clock),
    main,
    startReplica: async () => {
      const replica = await start();
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      await Promise.all([main.stop(), ...replicas.map((replica) => replica.stop())]);
      await admin.end();
      await database.drop();
    },
  };
}

function clientOf(url: string, admin: pg.Client, clock: ManualClock): Client {
  // Signed for long, so that a test may move the clock while a request is on its way.
  const client = subgraphClient({ url, now: () => new Date(clock.now().getTime() + decade) });
  return {
    workspaceId: client.workspaceId,
    call: (query, variables) => client.call(query, { variables: { ...variables } }),
    data: (query, variables, idempotencyKey) =>
      client.data(query, { variables: { ...variables }, ...(idempotencyKey && { idempotencyKey }) }),
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
