import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { testSigner } from "@offergraph/testkit/signed-event";
import { publishedEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetStreams } from "../messaging/reset-streams.js";
import { managerOf, streamOf } from "../messaging/streams.js";
import { type ConsumersSetup, consumersSetup } from "../messaging/testing/consumers.js";
import { publishedByRecord } from "../messaging/testing/setup.js";
import { prunePublished } from "./published-events.js";
import { startRelay } from "./relay.js";
import { republishSince, restoredMark } from "./republish.js";

const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index);
let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

const emptied = () => vi.waitFor(async () => expect(await setup.waiting()).toBe(0), polling);
const commit = (...values: number[]) => setup.commit(...values.map((number) => setup.event(`r${number % 2}`, number)));
const query = async (text: string, values: unknown[] = []) => (await setup.pool.query(text, values)).rows;
const lease = { query: query as never };
const keptEvents = async () =>
  (await query("SELECT (event->'data'->>'number')::int AS number FROM published_events ORDER BY sequence")).map((row) => row.number);

/** Starts a separate NATS server with the relay and the consumer of the test. */
async function withOwnNats() {
  const nats = await startOwnNats();
  setup.atEnd(() => nats.stop());
  const link = setup.newLink(nats.url);
  const { service } = setup;
  const start = () => startRelay({ pool: setup.pool, nats: link, service, signer: testSigner, log: setup.log, pollMs: 50, checkMs: 50 });
  const session = () => link.waitForConnection(AbortSignal.timeout(polling.timeout));
  const inStream = async () => publishedByRecord(await publishedEvents((await session()).connection, service));
  return { nats, service, start, session, inStream };
}

describe("after NATS has lost events", () => {
  it("publishes all kept events again if the streams were deleted, and each consumer processes each event once", async () => {
    setup.consumer();
    await commit(...numbers(10));
    await setup.effectsAre({ r0: [0, 2, 4, 6, 8], r1: [1, 3, 5, 7, 9] });
    await emptied();
    expect(await keptEvents()).toEqual(numbers(10));
    await commit(10);
    await resetStreams(setup.connection, [setup.service], [setup.service]);
    await commit(11);
    await vi.waitFor(
      async () => expect(publishedByRecord(await setup.published())).toEqual({ r0: [0, 2, 4, 6, 8, 10], r1: [1, 3, 5, 7, 9, 11] }),
      polling,
    );
    await setup.effectsAre({ r0: [0, 2, 4, 6, 8, 10], r1: [1, 3, 5, 7, 9, 11] });
  });

  it("publishes only the lost events again if the stream ends before them", async () => {
    const { nats, service, start, inStream } = await withOwnNats();
    await setup.stopRelay();
    const relay = start();
    await commit(...numbers(6));
    await emptied();
    await nats.restart((folder) => cp(join(folder, "jetstream"), join(folder, "saved"), { recursive: true }));
    await commit(...numbers(4, 6));
    await emptied();
    await nats.restart(async (folder) => {
      await rm(join(folder, "jetstream"), { recursive: true });
      await cp(join(folder, "saved"), join(folder, "jetstream"), { recursive: true });
    });
    await vi.waitFor(async () => expect(await inStream()).toEqual({ r0: [0, 2, 4, 6, 8], r1: [1, 3, 5, 7, 9] }), polling);
    const [position] = await query("SELECT last_sequence FROM outbox_streams WHERE name = $1", [streamOf(service)]);
    expect(position?.last_sequence).toBe("10");
    await relay.stop();
  });
});

describe("after a restore", () => {
  it("does not publish to a stream that is older than the restored database", async () => {
    await commit(1);
    await emptied();
    await setup.stopRelay();
    await query("UPDATE outbox_streams SET created = $1, last_sequence = 0", [restoredMark + new Date().toISOString()]);
    const warn = vi.fn();
    const log = Object.assign(Object.create(setup.log), { warn });
    const relay = startRelay({ pool: setup.pool, nats: setup.link, service: setup.service, signer: testSigner, log, pollMs: 50 });
    setup.atEnd(() => relay.stop());
    await commit(2);
    const reason = expect.stringContaining("Reset the streams");
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.objectContaining({ reason }), expect.any(String)), polling);
    expect(publishedByRecord(await setup.published())).toEqual({ r1: [1] });
    await resetStreams(setup.connection, [setup.service], [setup.service]);
    await vi.waitFor(async () => expect(publishedByRecord(await setup.published())).toEqual({ r0: [2], r1: [1] }), polling);
  });
});

describe("published events", () => {
  it("are published again on request, from the given time", async () => {
    await commit(...numbers(4));
    await emptied();
    await setup.stopRelay();
    await query("UPDATE published_events SET published_at = '2026-01-01' WHERE event->'data'->>'number' < '2'");
    const { streams } = await managerOf(setup.connection);
    await streams.purge(streamOf(setup.service));
    expect(await republishSince(lease, new Date("2026-01-02"))).toBe(2);
    expect(await keptEvents()).toEqual([0, 1]);
    const relay = startRelay({ pool: setup.pool, nats: setup.link, service: setup.service, signer: testSigner, log: setup.log });
    setup.atEnd(() => relay.stop());
    await vi.waitFor(async () => expect(publishedByRecord(await setup.published())).toEqual({ r0: [2], r1: [3] }), polling);
  });

  it("are deleted when they are old, and young events stay", async () => {
    await commit(...numbers(2_500));
    await emptied();
    await query("UPDATE published_events SET published_at = '2026-01-01' WHERE (event->'data'->>'number')::int < 2400");
    expect(await prunePublished(lease, new Date("2026-01-02"), () => false)).toBe(2_400);
    expect(await keptEvents()).toEqual(numbers(100, 2_400));
  });
});
