import { v7 } from "uuid";
import { afterEach, beforeEach, expect, it } from "vitest";
import { minIdAt, pruneInbox } from "./prune-inbox.js";
import { ensureStream, streamOf } from "./streams.js";
import { type EventsSetup, eventsSetup } from "./testing/setup.js";

const day = 86_400_000;
const now = Date.parse("2026-06-01T00:00:00Z");
let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(() => setup.end());

it("deletes inbox records whose event and processing are older than twice the stream's max_age, and no others", async () => {
  await ensureStream(setup.connection, setup.service, { maxAgeDays: 10 });
  const old = v7({ msecs: now - 20 * day - 1 });
  const young = v7({ msecs: now - 20 * day + 1 });
  expect(old < minIdAt(now - 20 * day) && minIdAt(now - 20 * day) < young).toBe(true);
  const replayed = v7({ msecs: now - 80 * day });
  const longAgo = now - 20 * day - 1;
  const rows = [
    { consumer: "taker", id: old, processedAt: longAgo },
    { consumer: "taker:dead", id: old, processedAt: longAgo },
    { consumer: "taker", id: replayed, processedAt: now - 20 * day },
    { consumer: "taker", id: young, processedAt: longAgo },
    { consumer: "other", id: old, processedAt: longAgo },
  ];
  for (const { consumer, id, processedAt } of rows)
    await setup.pool.query("INSERT INTO inbox_events VALUES ($1, $2, $3, $4)", [consumer, id, setup.workspaceId, new Date(processedAt)]);
  const query = async (text: string, values: unknown[]) => (await setup.pool.query(text, values)).rows;
  const forgotten = await pruneInbox({ connection: setup.connection, stream: streamOf(setup.service), consumer: "taker", now, query });
  expect(forgotten).toBe(2);
  const left = await setup.pool.query("SELECT consumer, event_id FROM inbox_events ORDER BY consumer, event_id");
  expect(left.rows).toEqual([
    { consumer: "other", event_id: old },
    { consumer: "taker", event_id: replayed },
    { consumer: "taker", event_id: young },
  ]);
});
