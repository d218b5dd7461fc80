import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { jetstream } from "@nats-io/jetstream";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { claimEvent, whileOpen } from "@offergraph/testkit/open-transaction";
import { startProxy } from "@offergraph/testkit/proxy";
import { signedHeaders, testSigner } from "@offergraph/testkit/signed-event";
import { backlogOf, publishEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { startConsumer } from "./consume.js";
import { replayDeadLetter, showDeadLetter } from "./dead-letters.js";
import { ensureStream, streamOf } from "./streams.js";
import { type ConsumersSetup, consumersSetup, type TestEvent } from "./testing/consumers.js";
import { effectWriter } from "./testing/effect-writer.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

const endOthers = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

describe("consumer", () => {
  it("processes events as committed, in one transaction with the inbox record", async () => {
    const seen: TestEvent[] = [];
    setup.consumer({ before: (event) => void seen.push(event) });
    await setup.commit(setup.event("one", 1));
    await setup.effectsAre({ one: [1] });
    expect(seen).toMatchObject([
      { type: setup.happened.subject, workspaceId: setup.workspaceId, recordId: "one", actor: null, data: { number: 1 } },
    ]);
    expect(seen[0]?.time).toBeInstanceOf(Date);
  });

  it("waits without a warning for the stream of a producer that has not started yet", async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const late = `${setup.service}_late`;
    const happened = { ...setup.happened, service: late, subject: `offergraph.${late}.thing.happened.v1` as const };
    const pool = setup.newPool();
    const options = {
      pool,
      nats: setup.link,
      signer: testSigner,
      name: "noter",
      service: `${setup.service}_taker`,
      write: effectWriter(pool),
      log,
    };
    const started = startConsumer({ ...options, definitions: [happened], handle: async () => undefined });
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain("consumer failed; retrying"), polling);
    await started.stop();
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });

  it("processes a duplicate event once", async () => {
    setup.consumer();
    const twice = setup.event("one", 1).event;
    await ensureStream(setup.connection, setup.service);
    for (const id of ["a", "b"]) await publishEvents(setup.connection, [twice], () => id);
    await setup.commit(setup.event("one", 2));
    await setup.effectsAre({ one: [1, 2] });
  });

  it.each([
    ["one by one", false],
    ["together", true],
  ])("is done with an event that does not concern it, without a trace in the database, where it takes them %s", async (_how, together) => {
    setup.consumer({ together, matches: (event) => event.data.number > 1 });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    await setup.effectsAre({ one: [2] });
    expect((await setup.pool.query("SELECT FROM inbox_events")).rowCount).toBe(1);
    const backlog = () => backlogOf(setup.connection, setup.service, `${setup.service}_taker_noter`);
    await vi.waitFor(async () => expect(await backlog()).toBe(0), polling);
  });

  it("acknowledges other events of the entity unread", async () => {
    const { service, happened, connection } = setup;
    const pool = setup.newPool();
    const undone = { ...happened, subject: `offergraph.${service}.thing.undone.v1` as const };
    const seen: string[] = [];
    const options = {
      pool,
      nats: setup.link,
      signer: testSigner,
      name: "noter",
      service: `${service}_taker`,
      write: effectWriter(pool),
      log: setup.log,
    };
    const started = startConsumer({
      ...options,
      definitions: [happened as EventDefinition, undone],
      handle: async (_, { type }) => void seen.push(type),
    });
    setup.atEnd(() => started.stop());
    await ensureStream(connection, service);
    await jetstream(connection).publish(`offergraph.${service}.thing.forgotten.v1`, "no event at all");
    await setup.commit(setup.event("one", 1));
    await vi.waitFor(() => expect(seen).toEqual([happened.subject]), polling);
    await vi.waitFor(async () => expect(await backlogOf(connection, service, `${service}_taker_noter`)).toBe(0), polling);
    expect(await setup.letters()).toEqual([]);
  });

  it("retries a failed handler, rolls back failed attempts and keeps the record's order", async () => {
    let failures = 0;
    setup.consumer({
      before(event) {
        if (event.recordId === "shaky" && event.data.number === 1 && ++failures <= 7) throw new Error("not yet");
      },
    });
    await setup.commit(setup.event("shaky", 1), setup.event("shaky", 2), setup.event("other", 1));
    await setup.effectsAre({ shaky: [1, 2], other: [1] });
    expect(failures).toBe(8);
    expect(await setup.letters()).toEqual([]);
  });

  it("moves an event to the dead letters after 8 attempts, and only the failed consumer processes its replay", async () => {
    let broken = true;
    let attempts = 0;
    setup.consumer({
      before(event) {
        if (event.data.number !== 1) return;
        attempts += 1;
        if (broken) throw new PublicError("NOT_READY", "The thing is not ready.");
      },
    });
    setup.consumer({ name: "other" });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    await setup.effectsAre({ one: [2] });
    const letter = await setup.deadLetter();
    expect(attempts).toBe(8);
    expect(letter).toMatchObject({
      consumer: setup.address(),
      subject: setup.happened.subject,
      workspaceId: setup.workspaceId,
      reason: "FAILED",
      attempts: 8,
      error: "The thing is not ready.",
    });
    expect(await showDeadLetter(setup.connection, letter.id)).toEqual(letter);

    broken = false;
    await replayDeadLetter(setup.connection, letter.id);
    await setup.effectsAre({ one: [2, 1] });
    expect(await setup.letters()).toEqual([]);
    await expect(replayDeadLetter(setup.connection, letter.id)).rejects.toThrow(`no dead letter ${letter.id}`);
    await setup.effectsAre({ one: [1, 2] }, "other");
  });

  it("hides internal errors in a dead letter", async () => {
    setup.consumer({
      before() {
        throw new Error("connect to secret-host failed");
      },
    });
    await setup.commit(setup.event("one", 1));
    const { error, eventId } = await setup.deadLetter();
    expect(error).toBe(`Internal error. See the service log for event ${eventId}.`);
  });

  it("moves invalid events to the dead letters at once", async () => {
    setup.consumer();
    await ensureStream(setup.connection, setup.service);
    const js = jetstream(setup.connection);
    const { event } = setup.event("one", 1);
    for (const body of ["{ not JSON", JSON.stringify({ ...event, data: { number: "1" } })])
      await js.publish(event.type, body, { headers: signedHeaders(event.type, body) });
    await setup.commit(setup.event("one", 2));
    await setup.effectsAre({ one: [2] });
    await vi.waitFor(async () => expect(await setup.letters()).toHaveLength(2), polling);
    const [nonsense, wrong] = await setup.letters();
    expect(nonsense).toMatchObject({ reason: "INVALID", event: "{ not JSON", attempts: 1 });
    expect(wrong).toMatchObject({ reason: "INVALID", eventId: event.id, error: expect.stringContaining("number: ") });
  });

  it("two replicas, 2,000 events over 50 records: every effect once, in order per record, also when one stops", async () => {
    const first = setup.consumer();
    setup.consumer({ nats: setup.newLink() });
    for (const chunk of numbers(4))
      await setup.commit(...numbers(500).map((number) => setup.event(`r${number % 50}`, chunk * 10 + Math.floor(number / 50))));
    await vi.waitFor(async () => expect((await setup.effects()).r0?.length).toBeGreaterThan(5), { ...polling, interval: 5 });
    await first.stop();
    await setup.effectsAre(Object.fromEntries(numbers(50).map((record) => [`r${record}`, numbers(40)])));
  });

  it("processes in order the unacknowledged messages of a killed replica", async () => {
    const script = fileURLToPath(new URL("./testing/child.ts", import.meta.url));
    const parameters = [setup.connectionString, inject("natsUrl"), `${setup.service}_taker`, "noter", setup.happened.subject];
    const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, ...parameters], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(child, "exit");
    setup.atEnd(async () => child.kill("SIGKILL"));
    const events = numbers(2_000).map((number) => setup.event(`r${number % 50}`, Math.floor(number / 50)));
    // Keeps the last event back, because the replica can process all other events before it is killed.
    await whileOpen(setup, setup, claimEvent("noter", events.at(-1)?.event.id), async () => {
      for (const chunk of numbers(4)) await setup.commit(...events.slice(chunk * 500, chunk * 500 + 500));
      await vi.waitFor(async () => expect((await setup.effects()).r0?.length).toBeGreaterThan(1), { ...polling, interval: 2 });
      child.kill("SIGKILL");
      await ended;
      expect((await setup.effects()).r49 ?? []).not.toHaveLength(40);
    });
    setup.consumer();
    await setup.effectsAre(Object.fromEntries(numbers(50).map((record) => [`r${record}`, numbers(40)])));
  });

  it("keeps the order when another client received a message of the consumer", async () => {
    setup.consumer();
    await setup.commit(setup.event("first", 0));
    await setup.effectsAre({ first: [0] });
    const thief = await jetstream(setup.connection).consumers.get(streamOf(setup.service), `${setup.service}_taker_noter`);
    const stolen = await thief.fetch({ max_messages: 3, expires: 10_000 });
    await setup.connection.flush();
    await setup.commit(...numbers(50).map((number) => setup.event("one", number)));
    let kept = 0;
    for await (const _ of stolen) if (++kept === 3) break;
    await setup.effectsAre({ first: [0], one: numbers(50) });
    expect(kept).toBe(3);
  });

  it("processes each event once and in order while connections to NATS and PostgreSQL break", async () => {
    const proxy = await startProxy(inject("natsUrl"));
    setup.atEnd(() => proxy.close());
    const pools = [setup.newPool(), setup.newPool()];
    for (const pool of pools) setup.consumer({ pool, nats: setup.newLink(proxy.url) });
    for (const chunk of numbers(4))
      await setup.commit(...numbers(250).map((number) => setup.event(`r${number % 25}`, chunk * 10 + Math.floor(number / 25))));
    const count = async () => Number((await setup.pool.query("SELECT count(*) FROM effects")).rows[0].count);
    for (let breaks = 0; breaks < 8; breaks += 1) {
      const before = await count();
      if (breaks % 2 === 0) proxy.drop();
      else await setup.pool.query(endOthers);
      await vi.waitFor(async () => expect(await count()).toBeGreaterThan(Math.min(before + 20, 999)), polling);
    }
    await setup.effectsAre(Object.fromEntries(numbers(25).map((record) => [`r${record}`, numbers(40)])));
    expect(await setup.letters()).toEqual([]);
  });
});
