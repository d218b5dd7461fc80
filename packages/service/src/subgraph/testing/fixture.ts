import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { BadUserInput, PublicError } from "@offergraph/shared/errors/public-error";
import { defineWarnings, type Finding } from "@offergraph/shared/errors/warning";
import { ManualClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { testDatabase } from "@offergraph/testkit/database";
import { type SubgraphClient, type SubgraphClientSettings, subgraphClient, testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { pino } from "pino";
import { z } from "zod";
import { createPool } from "../../db/pool.js";
import { sql } from "../../db/statement.js";
import { createDatabase, type Database } from "../../tx/database.js";
import type { FindLaterWork } from "../../tx/dry-run.js";
import { type Mutation, mutationFor } from "../../tx/mutation.js";
import type { MutationTx } from "../../tx/tx.js";
import type { RequestBase } from "../context.js";
import { query } from "../query.js";
import { referenceResolver } from "../reference.js";
import { startSubgraph } from "../server.js";
import { createRawClient } from "./raw-client.js";

interface ThingRow {
  rowId: string;
  workspaceId: string;
  name: string;
  createdAt: string;
}
interface CreateThing {
  input: { name: string };
}
type Effect = (tx: MutationTx<unknown, typeof thingCreated>) => Promise<void>;

export const thingCreated = defineEvent({
  subject: "offergraph.trial.thing.created.v1",
  description: "A thing was created.",
  recordId: "the thing's id",
  data: z.object({ name: z.string() }),
});
const defineMutation = mutationFor<unknown>();
const columns = sql`row_id AS "rowId", workspace_id AS "workspaceId", name, created_at AS "createdAt"`;

/** A subgraph with a separate database, for the tests of this package. */
export interface Fixture {
  clock: ManualClock;
  /** The subgraph's log lines, parsed as JSON. */
  logged: Record<string, unknown>[];
  /** The number of statements that the workspace reader has run. */
  reads: { count: number };
  pokes: { count: number };
  /** Functions that the mutation `create_thing` calls in its transaction, before and after its insert. */
  during: { effect: Effect; after: Effect };
  /** The number of calls that the mutation `call_partner` has sent. */
  calls: { count: number };
  url: string;
  base: string;
  metricsUrl: string;
  client(settings?: Partial<SubgraphClientSettings>): SubgraphClient;
  /** Runs an SQL statement as a superuser. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Starts a second replica that uses the same database. By default, a request waits long for an earlier one with its Idempotency-Key,
   * because a test machine may be slow.
   */
  replica(idempotencyWaitMs?: number): Promise<{ url: string; metricsUrl: string }>;
  stop(): Promise<void>;
}

export async function startFixture(adminUrl: string): Promise<Fixture> {
  const migrationsDirectory = fileURLToPath(new URL("migrations", import.meta.url));
  const database = await testDatabase({ adminUrl, app: "things", migrationsDirectory });
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const logged: Fixture["logged"] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const [reads, pokes, calls] = [{ count: 0 }, { count: 0 }, { count: 0 }];
  const nothing: Effect = async () => undefined;
  const during = { effect: nothing, after: nothing };
  const endings: (() => Promise<unknown>)[] = [() => database.drop()];

  const replica = async (idempotencyWaitMs = polling.timeout) => {
    const pool = createPool({
      connectionString: database.connectionString,
      max: 4,
      connectionTimeout: polling.timeout,
      applicationName: "things",
      log,
    });
    const notify = () => {
      pokes.count += 1;
    };
    const plain = createDatabase<never>({ pool, createClient: createRawClient, log, clock, notify });
    const counting: Database<never> = {
      ...plain,
      read: (workspaceId, statement) => {
        reads.count += 1;
        return plain.read(workspaceId, statement);
      },
    };
    const subgraph = await startSubgraph({
      name: "things",
      sdl: readFileSync(new URL("things.graphql", import.meta.url), "utf8"),
      resolvers: resolversOf(during, calls),
      events: [thingCreated],
      findLaterWork,
      idempotencyWaitMs,
      env: { HOST: "127.0.0.1", PORT: 0, GATEWAY_SIGNING_KEY: testSigningKey, DATABASE_POOL: 10 },
      log,
      clock,
      database: counting,
      prepare: (base) => base,
      isReady: async () => ({ database: await pool.query("SELECT 1").then(Boolean) }),
    });
    endings.push(
      () => pool.end(),
      () => subgraph.stop(),
    );
    return subgraph;
  };

  const { url, metricsUrl } = await replica();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  endings.push(() => admin.end());
  return {
    clock,
    logged,
    reads,
    pokes,
    during,
    calls,
    url,
    base: new URL("/", url).href,
    metricsUrl,
    client: (settings = {}) => subgraphClient({ url, service: "things", now: () => clock.now(), ...settings }),
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await admin.query<Row>(text, values)).rows,
    replica,
    async stop() {
      for (let end = endings.pop(); end; end = endings.pop()) await end();
    },
  };
}

const rememberCall = async (tx: Pick<MutationTx<unknown>, "sql" | "workspaceId" | "now">) => {
  await tx.sql(sql`
    INSERT INTO things (row_id, workspace_id, name, created_at) VALUES (${newId()}::uuid, ${tx.workspaceId}::uuid, 'call', ${tx.now})`);
};

/** Writes a thing for each event, as a consumer would, and counts these things. */
const findLaterWork: FindLaterWork = async (tx, events) => {
  for (const { subject } of events)
    await tx.sql(sql`
      INSERT INTO things (row_id, workspace_id, name, created_at)
      VALUES (${newId()}::uuid, ${tx.workspaceId}::uuid, ${`of ${subject}`}, ${tx.now})`);
  return { queued: { things: events.length }, notes: events.length > 1 ? ["A job would continue."] : [] };
};

const { LONELY: lonelyKind, NOTHING_ASKED: nothingAskedKind } = defineWarnings({
  LONELY: { cause: "A thing is unique.", operation: "create_thing", why: "Two are alike." },
  NOTHING_ASKED: { cause: "No thing is requested.", operation: "create_thing", why: "Two are alike." },
});
/** The warning of `list_things` with `first: 0`. */
const nothingAsked: Finding = {
  ...{ code: "NOTHING_ASKED", message: "No thing is alike.", recordIds: ["1"] },
  next: nothingAskedKind.next,
};

function resolversOf(during: Fixture["during"], calls: Fixture["calls"]): object {
  const readThings = (context: RequestBase, ids: readonly string[]) =>
    context.read<ThingRow>(sql`SELECT ${columns} FROM things WHERE row_id = ANY (${ids}::uuid[])`);
  const faults: Record<string, () => unknown> = {
    public: () => new BadUserInput("how", "how is wrong."),
    private: () => new Error("password=hunter2 at /srv/secret.ts"),
    sql: () => new PublicError("NOT_NOW", "Not now.", { retryAfter: 3 }),
  };
  return {
    Query: {
      list_things: query({ warns: [nothingAskedKind] }, ({ first }: { first: number }, context: RequestBase, warn) => {
        if (first === 0) warn(nothingAsked);
        if (first === 1_000) warn({ ...nothingAsked, code: "UNDECLARED" });
        return context.read<ThingRow>(sql`SELECT ${columns} FROM things ORDER BY name LIMIT ${first}`);
      }),
      get_thing: (_source: unknown, { id }: { id: string }, context: RequestBase) => readThings(context, [id]).then(([row]) => row ?? null),
      settings: () => "all of them",
      fails: async (_source: unknown, { how }: { how: string }) => {
        throw faults[how]?.();
      },
    },
    Mutation: {
      create_thing: defineMutation({ emits: [thingCreated], warns: [lonelyKind], secrets: ["password"] }, async (tx, { input }) => {
        const taken = await tx.sql(sql`SELECT 1 FROM things WHERE name = ${input.name}`);
        if (taken.length > 0) tx.errors.add(["input", "name"], "TAKEN", "name is taken.");
        await during.effect(tx);
        tx.check();
        const [thing] = await tx.sql<ThingRow>(sql`
          INSERT INTO things (row_id, workspace_id, name, created_at)
          VALUES (${newId()}::uuid, ${tx.workspaceId}::uuid, ${input.name}, ${tx.now}) RETURNING ${columns}`);
        tx.emit(thingCreated, thing?.rowId ?? "", { name: input.name });
        await during.after(tx);
        return { thing, password: "hunter2" };
      }) satisfies Mutation<CreateThing, { thing?: ThingRow | undefined; password: string }, RequestBase>,
      call_partner: defineMutation(
        {
          emits: [],
          dryRunNotes: ["The dry run did not call the partner."],
          prepare: async (_args, { write }) => {
            calls.count += 1;
            await write(rememberCall);
            return "hello";
          },
          prepareDryRun: async (_args, { write }) => {
            await write(rememberCall);
            return null;
          },
        },
        async (tx, _args, _context, reply) => {
          const [remembered] = await tx.sql(sql`SELECT 1 FROM things WHERE name = 'call'`);
          if (!remembered) throw new Error("The call was not stored before the transaction.");
          return { reply };
        },
      ) satisfies Mutation<object, { reply: string | null }, RequestBase>,
    },
    Thing: {
      __resolveReference: referenceResolver("Thing", readThings),
      secret: () => {
        throw new Error("hunter2");
      },
      strict: ({ name }: ThingRow) => (name.startsWith("weak") ? null : name),
      alike: async ({ name }: ThingRow, _args: unknown, context: RequestBase) => {
        const count = context.load<string, number>("alike", async (letters) => {
          const rows = await context.read<{ letter: string; count: number }>(
            sql`SELECT left(name, 1) AS letter, count(*)::int AS count FROM things GROUP BY 1`,
          );
          return letters.map((letter) => rows.find((row) => row.letter === letter)?.count ?? 0);
        });
        return count.load(name.slice(0, 1));
      },
    },
    Secret: { __resolveReference: ({ rowId }: { rowId: string }) => ({ rowId }) },
  };
}
