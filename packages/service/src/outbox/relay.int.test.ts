import { randomUUID } from "node:crypto";
import { pendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { startProxy } from "@offergraph/testkit/proxy";
import { countRowsRead, countRowsReadPrepared } from "@offergraph/testkit/rows-read";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { type EventsSetup, eventsSetup, publishedByRecord } from "../messaging/testing/setup.js";
import { outboxInsert } from "./add.js";
import { oldestStatement } from "./batch.js";
import { LeaseSession } from "./lease-session.js";
import { moveStatement } from "./published-events.js";
import { type RelayOptions, startRelay } from "./relay.js";

let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(() => setup.end());

function relay(options: Partial<RelayOptions> = {}) {
  const started = startRelay({
    pool: setup.pool,
    nats: setup.link,
    service: setup.service,
    signer: testSigner,
    log: setup.log,
    ...options,
  });
  setup.atEnd(() => started.stop());
  return started;
}
const emptied = () => vi.waitFor(async () => expect(await setup.waiting()).toBe(0), polling);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("relay", () => {
  it("publishes committed events unchanged and in order, and keeps them outside of the outbox", async () => {
    const events = numbers(5).map((number) => setup.event("one", number));
    const { notify } = relay({ pollMs: 60_000 });
    await vi.waitFor(async () => expect(await setup.published()).toEqual([]), polling);
    await setup.commit(...events);
    notify();
    await emptied();
    expect(await setup.published()).toEqual(events.map(({ event }) => event));
  });

  it("reads few events of a long backlog, also with statistics of one workspace", async () => {
    const fill = `
      INSERT INTO outbox_events (id, workspace_id, subject, event, headers, created_at)
      SELECT gen_random_uuid(), $1, 'subject', json_build_object('subject', n), '{}', now() FROM generate_series(1, 20000) n`;
    await setup.pool.query(fill, [randomUUID()]);
    await setup.pool.query("ANALYZE outbox_events");
    await setup.commit(setup.event("one", 1));
    expect(await countRowsReadPrepared(setup.pool, oldestStatement(new Set(), 200, []))).toBeLessThan(5_000);
  });

  it("reads few rows with plans that PostgreSQL has cached for an empty outbox", async () => {
    const client = await setup.pool.connect();
    setup.atEnd(async () => client.release(true));
    await client.query("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off");
    await client.query(`PREPARE oldest AS ${oldestStatement(new Set(), 200, []).text}; PREPARE moved AS ${moveStatement("", []).text}`);
    const sequences = numbers(200).map((number) => number + 1);
    const oldest = { text: "EXECUTE oldest('{}', 200, '{}')", values: [] };
    const moved = { text: `EXECUTE moved('{${sequences.join()}}', '{${sequences.join()}}', 'stream', 200)`, values: [] };
    for (const { text } of [oldest, moved]) await client.query(text);
    const events = numbers(5_000).map((number) => setup.event(`r${number % 50}`, number));
    await setup.commit(...events);
    expect(await countRowsRead(client, oldest)).toBeLessThan(3_000);
    expect(await countRowsRead(client, moved)).toBeLessThan(2_000);
  });

  it("reads the outbox once for each notification, and again after a full batch", async () => {
    const query = vi.spyOn(LeaseSession.prototype, "query");
    onTestFinished(() => query.mockRestore());
    const reads = () => query.mock.calls.filter(([text]) => text === oldestStatement(new Set(), 1, []).text).length;
    const { notify } = relay({ pollMs: 60_000, batchSize: 10 });
    await vi.waitFor(() => expect(reads()).toBe(1), polling);
    for (const count of [1, 2, 25]) {
      await setup.commit(...numbers(count).map((number) => setup.event(`of ${count}`, number)));
      notify();
      await emptied();
    }
    // The batches of 25 events have 10, 10 and 5 events.
    expect(reads()).toBe(1 + 1 + 1 + 3);
  });

  it("publishes all events of several workspaces after one notification", async () => {
    const { notify } = relay({ pollMs: 60_000 });
    const events = numbers(3).flatMap((workspace) => {
      const workspaceId = randomUUID();
      const eventOf = (number: number) =>
        pendingEvent(setup.happened, { workspaceId, recordId: `of ${workspace}`, data: { number }, actor: null, time: new Date() });
      return numbers(90).map(eventOf);
    });
    await setup.commit(...events);
    notify();
    await emptied();
    expect(publishedByRecord(await setup.published())).toEqual({ "of 0": numbers(90), "of 1": numbers(90), "of 2": numbers(90) });
  });

  it("publishes another workspace's event ahead of a bulk write's backlog, each workspace's events in order", async () => {
    const other = randomUUID();
    await setup.commit(...numbers(1_200).map((number) => setup.event("bulk", number)));
    const late = pendingEvent(setup.happened, {
      workspaceId: other,
      recordId: "other",
      data: { number: 1 },
      actor: null,
      time: new Date(),
    });
    await setup.commit(late);
    relay({ batchSize: 100 });
    await emptied();
    const published = await setup.published();
    expect(published.findIndex(({ workspaceid }) => workspaceid === other)).toBeLessThan(100);
    expect(publishedByRecord(published)).toEqual({ bulk: numbers(1_200), other: [1] });
  });

  it("publishes no events of a rolled-back transaction", async () => {
    relay();
    const client = await setup.pool.connect();
    await client.query("BEGIN");
    await client.query(outboxInsert([setup.event("one", 1)]));
    await client.query("ROLLBACK");
    client.release();
    await setup.commit(setup.event("one", 2));
    await emptied();
    expect(publishedByRecord(await setup.published())).toEqual({ one: [2] });
  });

  it("does not skip a lower sequence that is committed after a higher one", async () => {
    relay();
    const slow = await setup.pool.connect();
    await slow.query("BEGIN");
    await slow.query(outboxInsert([setup.event("slow", 1)]));
    await setup.commit(setup.event("quick", 1));
    await vi.waitFor(async () => expect(publishedByRecord(await setup.published())).toEqual({ quick: [1] }), polling);
    await slow.query("COMMIT");
    slow.release();
    await emptied();
    expect(publishedByRecord(await setup.published())).toEqual({ quick: [1], slow: [1] });
  });

  it("publishes events once that were committed while NATS was unavailable", async () => {
    const proxy = await startProxy(inject("natsUrl"));
    setup.atEnd(() => proxy.close());
    proxy.cut();
    const nats = setup.newLink(proxy.url);
    const { notify } = relay({ nats });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    notify();
    expect(nats.isConnected()).toBe(false);
    proxy.mend();
    await emptied();
    expect(nats.isConnected()).toBe(true);
    proxy.cut();
    await vi.waitFor(() => expect(nats.isConnected()).toBe(false), polling);
    await setup.commit(setup.event("one", 3));
    proxy.mend();
    await emptied();
    expect(publishedByRecord(await setup.published())).toEqual({ one: [1, 2, 3] });
  });

  it("keeps each event once and each record's order while connections to NATS and PostgreSQL break", async () => {
    const proxy = await startProxy(inject("natsUrl"));
    setup.atEnd(() => proxy.close());
    for (const chunk of numbers(20))
      await setup.commit(...numbers(250).map((number) => setup.event(`r${number % 50}`, chunk * 5 + Math.floor(number / 50))));
    relay({ nats: setup.newLink(proxy.url), batchSize: 300 });
    for (let left = 5_000, breaks = 0; left > 0; left = await setup.waiting()) {
      breaks += 1;
      // Stops the interruptions after 150 rounds, because the relay may make no progress between two interruptions on a slow machine.
      const isOver = breaks > 150;
      if (!isOver && breaks % 3 === 0) proxy.drop();
      if (!isOver && breaks % 7 === 0)
        await setup.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        );
      await setup.pool.query("SELECT pg_sleep(0.02)");
    }
    const found = publishedByRecord(await setup.published());
    expect(Object.keys(found)).toHaveLength(50);
    for (const each of Object.values(found)) expect(each).toEqual(numbers(100));
  });

  it("runs in one replica, whichever commits and pokes; another takes over", async () => {
    const first = relay({ pollMs: 60_000 });
    await vi.waitFor(
      async () =>
        expect(
          (
            await setup.pool.query(
              "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            )
          ).rowCount,
        ).toBe(1),
      polling,
    );
    const second = relay({ pool: setup.newPool(), nats: setup.newLink(), pollMs: 60_000 });
    await setup.commit(setup.event("one", 1));
    // The first replica has the lease, and must get the notifications of the second replica.
    await vi.waitFor(async () => {
      second.notify();
      expect(await setup.waiting()).toBe(0);
    }, polling);
    await first.stop();
    await setup.commit(setup.event("one", 2));
    second.notify();
    await emptied();
    expect(publishedByRecord(await setup.published())).toEqual({ one: [1, 2] });
  });

  it("releases the relay to another replica if NATS fails during the takeover", async () => {
    const { connection, lost } = await setup.newLink().waitForConnection(new AbortController().signal);
    const closing = new Proxy(connection, {
      get: (target, name) => {
        if (name === "subscribe") throw new Error("the connection is closed");
        return Reflect.get(target, name);
      },
    });
    const connected = vi
      .fn()
      .mockResolvedValueOnce({ connection: closing, lost })
      .mockReturnValue(new Promise(() => undefined));
    startRelay({
      pool: setup.newPool(),
      nats: { ...setup.link, waitForConnection: connected },
      service: setup.service,
      signer: testSigner,
      log: setup.log,
    });
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(2), polling);
    relay();
    await setup.commit(setup.event("one", 1));
    await emptied();
  });

  it("blocks only the record whose event exceeds max_payload", async () => {
    relay();
    const tooLarge = setup.connection.info?.max_payload ?? 0;
    await setup.commit(setup.event("large", 1, "x".repeat(tooLarge)), setup.event("large", 2), setup.event("small", 1));
    await vi.waitFor(async () => expect(publishedByRecord(await setup.published())).toEqual({ small: [1] }), polling);
    // The relay deletes the published event shortly after the event appears in the stream.
    await vi.waitFor(async () => expect(await setup.waiting()).toBe(2), polling);
  });
});
