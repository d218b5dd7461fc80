import { randomUUID } from "node:crypto";
import { type CloudEvent, type PendingEvent, pendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { testDatabase } from "@offergraph/testkit/database";
import { publishedEvents } from "@offergraph/testkit/streams";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { z } from "zod";
import { outboxInsert } from "../../outbox/add.js";
import { connectNats } from "../connection.js";
import { managerOf, streamOf } from "../streams.js";

/**
 * Prepares one test of events: a database and a producer with a unique name. `end` deletes the producer's stream, closes the connections
 * and drops the database.
 */
export async function eventsSetup() {
  const log = pino({ level: process.env.TEST_LOG ?? "silent" });
  const endings: (() => Promise<unknown>)[] = [];
  const atEnd = (ending: () => Promise<unknown>) => void endings.unshift(ending);
  const migrationsDirectory = new URL("../../../../../apps/discounts/prisma/migrations", import.meta.url).pathname;
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "discounts", migrationsDirectory });
  atEnd(() => database.drop());
  const newPool = () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 6 });
    pool.on("error", () => undefined);
    atEnd(() => pool.end());
    return pool;
  };
  const newLink = (url: string = inject("natsUrl")) => {
    const link = connectNats({ url, name: "test", log });
    atEnd(() => link.close());
    return link;
  };
  const pool = newPool();
  await pool.query("CREATE TABLE effects (position bigserial, consumer text, workspace_id uuid, record text, number int)");
  const service = `t${randomUUID().replace(/[^a-f]/g, "")}${"ghijklmnop"[Date.now() % 10]}`;
  const happened = defineEvent({
    subject: `offergraph.${service}.thing.happened.v1`,
    description: "Something happened.",
    recordId: "the thing",
    data: z.object({ number: z.int(), filling: z.string().optional() }),
  });
  const workspaceId = randomUUID();
  const link = newLink();
  const { connection } = await link.waitForConnection(new AbortController().signal);

  return {
    log,
    pool,
    newPool,
    newLink,
    service,
    happened,
    workspaceId,
    link,
    connection,
    published: () => publishedEvents(connection, service),
    atEnd,
    connectionString: database.connectionString,
    event: (record: string, number: number, filling?: string): PendingEvent =>
      pendingEvent(happened, {
        workspaceId,
        recordId: record,
        data: { number, ...(filling !== undefined && { filling }) },
        actor: null,
        time: new Date(),
      }),
    /** Inserts the events into the outbox in one transaction. */
    commit: (...events: PendingEvent[]) => pool.query(outboxInsert(events)),
    waiting: async () => Number((await pool.query("SELECT count(*) FROM outbox_events")).rows[0].count),
    async end() {
      const { streams } = await managerOf(connection);
      await streams.delete(streamOf(service)).catch(() => undefined);
      for (const ending of endings) await ending();
    },
  };
}

export type EventsSetup = Awaited<ReturnType<typeof eventsSetup>>;

/** Groups the numbers of the rows by record, in row order. */
export function byRecord(rows: { record: string; number: number }[]): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const { record, number } of rows) {
    const numbers = found[record] ?? [];
    numbers.push(number);
    found[record] = numbers;
  }
  return found;
}

/** Groups the numbers of published events by record. */
export const publishedByRecord = (events: CloudEvent[]) =>
  byRecord(events.map(({ subject, data }) => ({ record: subject, number: (data as { number: number }).number })));
