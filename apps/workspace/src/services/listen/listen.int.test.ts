import type { AccessLevel, Principal } from "@offergraph/shared/access/principal";
import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { grantCodeRetired, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { orderRefunded } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { deleteListenEvents, deleteListenEventsOfCustomer } from "../../db/listen.js";
import { type BufferLimits, insertArrivals } from "../../db/listen-arrivals.js";
import { endListenersJob } from "../../jobs/end-listeners.js";
import { startWebhookFixture, type WebhookFixture, type WebhookWorkspace, webhookWorkspace } from "../../testing/webhooks.js";
import { acknowledge, buffer, collectArrivals, maxSessions, nextEvents } from "./listen.js";

const [minuteMs, dayMs] = [60_000, 86_400_000];
let fixture: WebhookFixture;
let mine: WebhookWorkspace;
beforeAll(async () => {
  fixture = await startWebhookFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  mine = await webhookWorkspace(fixture);
});

interface Listened {
  sessionId: string;
  events: { sequence: string; eventId: string; eventType: string; body: string }[];
  cursor: string;
  hasMissed: boolean;
  errors: { message: string; extensions: { code: string } }[];
}

/** Sends a request in the same way as the gateway. */
async function ask(step: "start" | "next" | "keep" | "stop", body: object, more: Partial<Principal> = {}, url = fixture.running.url) {
  const path = `/v1/listen/${step}`;
  const level: AccessLevel = "ADMIN";
  const principal = { workspaceId: mine.workspaceId, memberId: mine.owner, keyId: newId(), requestId: newId(), level, ...more };
  const signedPath = { service: "workspace", method: "POST", path, body: undefined };
  const headers = { [principalHeader]: principalSigner(testSigningKey).sign(principal, fixture.clock.now().getTime(), signedPath) };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, ...((await response.json()) as Listened) };
}
const start = async (eventTypes: readonly string[] = [tagRecolored.subject]) => (await ask("start", { eventTypes })).sessionId;

/** Emits an event about a tag. `record` is the id of the tag, and `number` is its name. */
const emit = (record: string, number = 0, workspaceId = mine.workspaceId) =>
  fixture.publish(tagRecolored, workspaceId, record, { name: String(number), color: "red" });

/** Reads until the session has received `count` events. Sends the requests to the URLs in turn. */
async function receive(sessionId: string, count: number, urls = [fixture.running.url]): Promise<Listened["events"]> {
  const events: Listened["events"] = [];
  for (let cursor: string | undefined, turn = 0; events.length < count; turn++) {
    const next = await ask("next", { sessionId, cursor }, {}, urls[turn % urls.length]);
    if (next.status !== 200) throw new Error(next.errors[0]?.message);
    events.push(...next.events);
    cursor = next.cursor;
  }
  return events;
}
/** Stores an event. `limits` overrides the limits of the event buffer. */
const arrive = (name: string, limits: BufferLimits = buffer) =>
  fixture.running.parts.database.transaction({ workspaceId: mine.workspaceId }, (tx) =>
    insertArrivals(tx, [{ eventId: newId(), eventType: tagRecolored.subject, body: bodyOf(name) }], limits),
  );
const bodyOf = (name: string) => JSON.stringify({ subject: "spring", data: { name } });
const drop = () => arrive("dropped", { maxEvents: 0, maxBytes: 0 });
const collect = () => fixture.running.parts.database.transaction({ workspaceId: mine.workspaceId }, collectArrivals);
const countOf = async (table: string) =>
  (await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [mine.workspaceId])).rowCount;
const namesOf = (events: Listened["events"]) =>
  events.map(({ body }) => JSON.parse(body)).map(({ subject, data }) => `${subject} ${data.name}`);

describe("a listening session", () => {
  it("receives the public events from its start, in order per record and with the body of a webhook, over a change of replica", async () => {
    const replica = await fixture.startReplica();
    await fixture.skipped(tagRecolored, emit("before"));
    const sessionId = await start();
    emit("spring", 0, newId());
    for (let number = 0; number < 150; number++) emit(number % 2 === 0 ? "spring" : "summer", number);
    const events = await receive(sessionId, 150, [fixture.running.url, replica.url]);
    for (const record of ["spring", "summer"]) {
      const numbers = Array.from({ length: 75 }, (_, index) => `${record} ${index * 2 + (record === "spring" ? 0 : 1)}`);
      expect(namesOf(events).filter((name) => name.startsWith(record))).toEqual(numbers);
    }
    expect(JSON.parse(events[0]?.body ?? "")).toMatchObject({
      id: events[0]?.eventId,
      type: tagRecolored.subject,
      workspaceid: mine.workspaceId,
    });
  });

  it("repeats events until their cursor is sent, and then keeps none", async () => {
    const sessionId = await start([tagRecolored.subject]);
    emit("spring", 1);
    const [first, again] = [await ask("next", { sessionId }), await ask("next", { sessionId })];
    expect([namesOf(first.events), again.events]).toEqual([["spring 1"], first.events]);
    emit("spring", 2);
    const next = await ask("next", { sessionId, cursor: first.cursor });
    expect(namesOf(next.events)).toEqual(["spring 2"]);
    // Without a cursor, for example after a crash, the response continues at the stored cursor.
    expect(namesOf((await ask("next", { sessionId })).events)).toEqual(["spring 2"]);
    const rows = "SELECT FROM listen_events WHERE workspace_id = $1";
    await ask("stop", { sessionId });
    expect((await fixture.admin.query(rows, [mine.workspaceId])).rowCount).toBe(0);
    expect(await ask("next", { sessionId })).toMatchObject({ status: 404, errors: [{ extensions: { code: "NOT_FOUND" } }] });
  });

  it("receives only its event types", async () => {
    const [all, refunds] = [await start(), await start([orderRefunded.subject])];
    await fixture.processed(emit("spring", 1));
    expect(namesOf((await ask("next", { sessionId: all })).events)).toEqual(["spring 1"]);
    const { rows } = await fixture.admin.query("SELECT count(*)::int AS kept FROM listen_events WHERE workspace_id = $1", [
      mine.workspaceId,
    ]);
    expect(rows).toEqual([{ kept: 1 }]);
    // Calls the functions directly, because a request would wait for events.
    const { database, clock } = fixture.running.parts;
    const scope = { workspaceId: mine.workspaceId, now: clock.now() };
    const session = await acknowledge(database.autocommit(scope), refunds, "0");
    const idle = await nextEvents(
      (statement) => database.read(mine.workspaceId, statement),
      mine.workspaceId,
      session,
      async () => undefined,
    );
    expect([idle.events, idle.cursor !== "0"]).toEqual([[], true]);
  });

  it("is refused to other workspaces, connection keys and lower levels, and with invalid input", async () => {
    const sessionId = await start();
    emit("spring", 1);
    const stranger = await webhookWorkspace(fixture);
    const foreign = { workspaceId: stranger.workspaceId };
    const refused = [
      await ask("next", { sessionId }, foreign),
      await ask("next", { sessionId }, { level: "WRITE" }),
      await ask("start", {}, { connectionId: newId() }),
      await ask("start", { eventTypes: ["offergraph.orders.order.eaten.v1"] }),
      await ask("start", { eventTypes: [grantCodeRetired.subject] }),
      await ask("start", { eventTypes: [] }),
      await ask("next", { sessionId: "mine" }),
      await ask("next", { sessionId, cursor: "-1" }),
    ];
    expect(refused.map(({ status, errors }) => `${status} ${errors[0]?.extensions.code}`)).toEqual([
      ...["404 NOT_FOUND", "403 access_level_insufficient", "403 connection_key_not_supported"],
      ...Array(5).fill("400 BAD_REQUEST"),
    ]);
    await ask("stop", { sessionId }, foreign);
    expect(namesOf(await receive(sessionId, 1))).toEqual(["spring 1"]);
  });

  it("is one of at most five; a new one replaces only a session without use for a minute", async () => {
    const sessions: string[] = [];
    for (let count = 0; count < maxSessions; count++) sessions.push(await start());
    expect(await ask("start", {})).toMatchObject({ status: 409, errors: [{ extensions: { code: "LIMIT_EXCEEDED" } }] });
    fixture.clock.advance(minuteMs);
    const [first = "", second = "", third = ""] = sessions;
    emit("spring", 1);
    await receive(first, 1);
    expect((await ask("keep", { sessionId: second })).status).toBe(200);
    await start();
    expect((await ask("keep", { sessionId: first })).status).toBe(200);
    expect((await ask("keep", { sessionId: second })).status).toBe(200);
    expect((await ask("keep", { sessionId: third })).status).toBe(404);
  });

  it("delays no webhooks, even while all listening workspaces are locked", async () => {
    const listening = [mine, await webhookWorkspace(fixture), await webhookWorkspace(fixture), await webhookWorkspace(fixture)];
    const other = await webhookWorkspace(fixture);
    for (const { client, workspaceId, owner, create } of [...listening, other]) {
      await create({ url: "http://127.0.0.1:9/hook", eventTypes: [tagRecolored.subject] });
      if (client !== other.client) await ask("start", {}, { workspaceId, memberId: owner });
    }
    const lock = new pg.Client({ connectionString: fixture.connectionString });
    await lock.connect();
    try {
      await lock.query("BEGIN");
      const ids = listening.map(({ workspaceId }) => workspaceId);
      await lock.query("SELECT FROM listen_workspaces WHERE workspace_id = ANY($1) FOR UPDATE", [ids]);
      for (const { workspaceId } of [...listening, other]) for (const name of ["a", "b"]) emit(name, 1, workspaceId);
      for (const { deliveries } of [other, ...listening]) await vi.waitFor(async () => expect(await deliveries()).toHaveLength(2), polling);
    } finally {
      await lock.end();
    }
  });

  it("keeps the events of a full buffer, drops later events until a client reads, and learns of these", async () => {
    const sessionId = await start();
    await fixture.admin.query(
      `INSERT INTO listen_arrivals (workspace_id, event_id, event_type, bytes, body)
       SELECT $1, gen_random_uuid(), $2, octet_length(b), b FROM generate_series(1, $3) n, LATERAL (SELECT replace($4, '?', n::text)) AS t(b)`,
      [mine.workspaceId, tagRecolored.subject, buffer.maxEvents, bodyOf("?")],
    );
    for (const number of [1, 2]) await fixture.processed(emit("spring", number));
    expect([await countOf("listen_arrivals"), await countOf("listen_drops")]).toEqual([buffer.maxEvents, 1]);
    const first = await ask("next", { sessionId });
    const numbers = Array.from({ length: first.events.length }, (_, index) => `spring ${index + 1}`);
    expect([first.hasMissed, namesOf(first.events), numbers.length]).toEqual([true, numbers, 100]);
    expect([await countOf("listen_arrivals"), await countOf("listen_events")]).toEqual([buffer.maxEvents - 1_000, 1_000]);
    while ((await countOf("listen_arrivals")) !== 0) await collect();
    expect(await countOf("listen_events")).toBe(buffer.maxEvents);
    await arrive("later");
    const { rows } = await fixture.admin.query("SELECT max(sequence) AS last FROM listen_events WHERE workspace_id = $1", [
      mine.workspaceId,
    ]);
    const next = await ask("next", { sessionId, cursor: rows[0].last });
    expect([next.hasMissed, namesOf(next.events)]).toEqual([false, ["spring later"]]);
  });

  it("moves arrived events while a client works through earlier events", async () => {
    const sessionId = await start();
    await arrive("1");
    await collect();
    await arrive("2");
    expect(namesOf((await ask("next", { sessionId })).events)).toEqual(["spring 1", "spring 2"]);
  });

  it("learns of an event that was dropped while the buffer was emptied", async () => {
    const sessionId = await start();
    const limits = { maxEvents: 2, maxBytes: 1_000 };
    for (const name of ["1", "2"]) await arrive(name, limits);
    await fixture.running.parts.database.transaction({ workspaceId: mine.workspaceId }, async (mover) => {
      await collectArrivals(mover);
      await arrive("3", limits);
    });
    expect(await ask("next", { sessionId })).toMatchObject({ hasMissed: true, events: [{ body: bodyOf("1") }, { body: bodyOf("2") }] });
    const customerId = newId();
    for (const name of [customerId, "5", "6"]) await arrive(name, limits);
    const { database } = fixture.running.parts;
    await database.transaction({ workspaceId: mine.workspaceId }, (tx) => deleteListenEventsOfCustomer(tx, customerId, "none"));
    const { rows } = await fixture.admin.query("SELECT dropped_until FROM listen_workspaces WHERE workspace_id = $1", [mine.workspaceId]);
    const next = await ask("next", { sessionId, cursor: rows[0].dropped_until });
    expect([next.hasMissed, namesOf(next.events)]).toEqual([true, ["spring 5"]]);
  });

  it("learns of events that were dropped while its request waited, by that request and again until the cursor is sent", async () => {
    const sessionId = await start();
    const { database, clock } = fixture.running.parts;
    const { workspaceId } = mine;
    const use = (cursor: string) => acknowledge(database.autocommit({ workspaceId, now: clock.now() }), sessionId, cursor);
    const nextOf = (session: Awaited<ReturnType<typeof use>>) =>
      nextEvents((statement) => database.read(workspaceId, statement), workspaceId, session, collect);
    const waiting = await use("0");
    await drop();
    const none = await nextOf(waiting);
    expect([none.hasMissed, none.events]).toEqual([true, []]);
    await fixture.processed(emit("spring", 1));
    const some = await nextOf(waiting);
    expect([some.hasMissed, namesOf(some.events)]).toEqual([true, ["spring 1"]]);
    const later = await use(some.cursor);
    for (const number of [2, 3]) await fixture.processed(emit("spring", number));
    await collect();
    await database.transaction({ workspaceId }, (tx) => deleteListenEvents(tx, { maxEvents: 1, maxBytes: 1_000_000 }));
    const trimmed = await nextOf(later);
    expect([trimmed.hasMissed, namesOf(trimmed.events)]).toEqual([true, ["spring 3"]]);
    expect((await nextOf(await use(trimmed.cursor))).hasMissed).toBe(false);
    // After stored events are deleted, the response still reports that further events were dropped.
    for (const name of ["4", "5"]) await arrive(name);
    await drop();
    await collect();
    await database.transaction({ workspaceId }, (tx) => deleteListenEvents(tx, { maxEvents: 1, maxBytes: 1_000_000 }));
    const kept = await nextOf(await use(trimmed.cursor));
    expect([kept.hasMissed, namesOf(kept.events)]).toEqual([true, ["spring 5"]]);
    const end = await nextOf(await use(kept.cursor));
    expect([end.hasMissed, end.events]).toEqual([true, []]);
    expect((await nextOf(await use(end.cursor))).hasMissed).toBe(false);
    // A waiting request ends as soon as events are dropped.
    await drop();
    expect(await ask("next", { sessionId, cursor: end.cursor })).toMatchObject({ hasMissed: true, events: [] });
  });

  it("learns that events were dropped, and ends with them a day after its last use", async () => {
    const sessionId = await start();
    for (let number = 0; number < 5; number++) await fixture.processed(emit("spring", number));
    const { database } = fixture.running.parts;
    const { workspaceId } = mine;
    await database.transaction({ workspaceId }, collectArrivals);
    await database.transaction({ workspaceId }, (tx) => deleteListenEvents(tx, { maxEvents: 2, maxBytes: 1_000_000 }));
    const dropped = await ask("next", { sessionId });
    expect([dropped.hasMissed, namesOf(dropped.events)]).toEqual([true, ["spring 3", "spring 4"]]);
    await database.transaction({ workspaceId }, (tx) => deleteListenEvents(tx, { maxEvents: 100, maxBytes: 1 }));
    const none = await ask("next", { sessionId });
    expect(none).toMatchObject({ hasMissed: true, events: [], cursor: dropped.cursor });
    emit("spring", 5);
    const next = await ask("next", { sessionId, cursor: none.cursor });
    expect([next.hasMissed, namesOf(next.events)]).toEqual([false, ["spring 5"]]);
    fixture.clock.advance(dayMs);
    expect((await ask("next", { sessionId })).status).toBe(404);
    await vi.waitFor(async () => {
      fixture.clock.advance(minuteMs);
      await database.transaction({ workspaceId }, (tx) => endListenersJob.run?.(tx as never) ?? Promise.resolve(false));
      for (const table of ["listen_sessions", "listen_arrivals", "listen_drops", "listen_events", "listen_workspaces"])
        expect((await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId])).rowCount, table).toBe(0);
    }, polling);
  });
});
