import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { jetstream } from "@nats-io/jetstream";
import { headers as newHeaders } from "@nats-io/transport-node";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { PublicError } from "../errors/public-error.js";
import type { RawTransaction } from "../outbox/add.js";
import { startRelay } from "../outbox/relay.js";
import { patient } from "../testing/patient.js";
import { startConsumer } from "./consume.js";
import { type DeadLetter, deadLetters, replayDeadLetter, showDeadLetter } from "./dead-letters.js";
import type { EventOf } from "./received.js";
import { ensureStream, managerOf, streamOf } from "./streams.js";
import { effectWriter } from "./testing/effect-writer.js";
import { startProxy } from "./testing/proxy.js";
import { byRecord, type EventsSetup, eventsSetup } from "./testing/setup.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
let setup: EventsSetup;
type Event = EventOf<EventsSetup["happened"]>;
beforeEach(async () => {
  setup = await eventsSetup();
  const relay = startRelay({ pool: setup.pool, nats: setup.link, service: setup.service, log: setup.log, pollMs: 50 });
  setup.atEnd(() => relay.stop());
});
afterEach(() => setup.end());

const endOthers = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
const insert = (transaction: RawTransaction, event: Event, consumer = "noter") =>
  transaction.$executeRawUnsafe(
    "INSERT INTO effects (consumer, workspace_id, record, number) VALUES ($1, $2, $3, $4)",
    consumer,
    event.workspaceId,
    event.recordId,
    event.data.number,
  );

interface Replica {
  name?: string;
  nats?: EventsSetup["link"];
  pool?: EventsSetup["pool"];
  before?(event: Event): Promise<void> | void;
  concerns?(event: Event): boolean;
}
function consumer({ name = "noter", nats = setup.link, pool = setup.newPool(), before, concerns = () => true }: Replica = {}) {
  const started = startConsumer({
    pool,
    nats,
    name,
    service: `${setup.service}_taker`,
    definitions: [setup.happened],
    write: effectWriter(pool),
    log: setup.log,
    firstRetryMs: 5,
    concerns,
    async handle(transaction: RawTransaction, event: Event) {
      await insert(transaction, event, name);
      await before?.(event);
    },
  });
  setup.atEnd(() => started.stop());
  return started;
}

const effects = async (name = "noter") =>
  byRecord((await setup.pool.query("SELECT record, number FROM effects WHERE consumer = $1 ORDER BY position", [name])).rows);
const effectsAre = (expected: Record<string, number[]>, name?: string) =>
  vi.waitFor(async () => expect(await effects(name)).toEqual(expected), patient);
const address = (name = "noter") => `${setup.service}_taker/${name}`;
async function letters(name?: string): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for await (const letter of deadLetters(setup.connection, address(name))) found.push(letter);
  return found;
}
const deadLetter = (name?: string) =>
  vi.waitFor(async () => expect(await letters(name)).toHaveLength(1), patient).then(async () => (await letters(name))[0] as DeadLetter);

describe("consumer", () => {
  it("gets events as they were committed, in one transaction with its effect", async () => {
    const seen: Event[] = [];
    consumer({ before: (event) => void seen.push(event) });
    await setup.commit(setup.event("one", 1));
    await effectsAre({ one: [1] });
    expect(seen).toMatchObject([
      { type: setup.happened.subject, workspaceId: setup.workspaceId, recordId: "one", actor: null, data: { number: 1 } },
    ]);
    expect(seen[0]?.time).toBeInstanceOf(Date);
  });

  it("has one effect of an event that comes twice", async () => {
    consumer();
    const twice = setup.event("one", 1).event;
    await ensureStream(setup.connection, setup.service);
    for (const msgID of ["a", "b"]) await jetstream(setup.connection).publish(twice.type, JSON.stringify(twice), { msgID });
    await setup.commit(setup.event("one", 2));
    await effectsAre({ one: [1, 2] });
  });

  it("is done with an event that does not concern it, without a trace in the database", async () => {
    consumer({ concerns: (event) => event.data.number > 1 });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    await effectsAre({ one: [2] });
    expect((await setup.pool.query("SELECT FROM inbox_events")).rowCount).toBe(1);
    const { consumers } = await managerOf(setup.connection);
    const standing = () => consumers.info(streamOf(setup.service), `${setup.service}_taker_noter`);
    await vi.waitFor(async () => expect(await standing()).toMatchObject({ num_pending: 0, num_ack_pending: 0 }), patient);
  });

  it("tries again when the effect fails, leaves nothing of the failed tries, and keeps the record's order meanwhile", async () => {
    let failures = 0;
    consumer({
      before(event) {
        if (event.recordId === "shaky" && event.data.number === 1 && ++failures <= 7) throw new Error("not yet");
      },
    });
    await setup.commit(setup.event("shaky", 1), setup.event("shaky", 2), setup.event("other", 1));
    await effectsAre({ shaky: [1, 2], other: [1] });
    expect(failures).toBe(8);
    expect(await letters()).toEqual([]);
  });

  it("gives an event up after 8 failed tries, and takes it when it is replayed; nobody else does again", async () => {
    let broken = true;
    let tries = 0;
    consumer({
      before(event) {
        if (event.data.number !== 1) return;
        tries += 1;
        if (broken) throw new PublicError("NOT_READY", "The thing is not ready.");
      },
    });
    consumer({ name: "other" });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    await effectsAre({ one: [2] });
    const letter = await deadLetter();
    expect(tries).toBe(8);
    expect(letter).toMatchObject({
      consumer: address(),
      subject: setup.happened.subject,
      workspaceId: setup.workspaceId,
      reason: "FAILED",
      tries: 8,
      error: "The thing is not ready.",
    });
    expect(await showDeadLetter(setup.connection, letter.id)).toEqual(letter);

    broken = false;
    await replayDeadLetter(setup.connection, letter.id);
    await effectsAre({ one: [2, 1] });
    expect(await letters()).toEqual([]);
    await expect(replayDeadLetter(setup.connection, letter.id)).rejects.toThrow(`no dead letter ${letter.id}`);
    expect(await effects("other")).toEqual({ one: [1, 2] });
  });

  it("shows no inner error in a dead letter", async () => {
    consumer({
      before() {
        throw new Error("connect to secret-host failed");
      },
    });
    await setup.commit(setup.event("one", 1));
    const { error, eventId } = await deadLetter();
    expect(error).toBe(`An internal error; the service's log has it under event ${eventId}.`);
  });

  it("puts what is no event, or has the wrong data, among the dead letters at once", async () => {
    consumer();
    await ensureStream(setup.connection, setup.service);
    const js = jetstream(setup.connection);
    const { event } = setup.event("one", 1);
    await js.publish(event.type, "{ not JSON");
    await js.publish(event.type, JSON.stringify({ ...event, data: { number: "1" } }), { headers: newHeaders() });
    await setup.commit(setup.event("one", 2));
    await effectsAre({ one: [2] });
    await vi.waitFor(async () => expect(await letters()).toHaveLength(2), patient);
    const [nonsense, wrong] = await letters();
    expect(nonsense).toMatchObject({ reason: "INVALID", event: "{ not JSON", tries: 1 });
    expect(wrong).toMatchObject({ reason: "INVALID", eventId: event.id, error: expect.stringContaining("number: ") });
  });

  it("two replicas, 2,000 events over 50 records: every effect once, in order per record, also when one stops", async () => {
    const first = consumer();
    consumer({ nats: setup.newLink() });
    for (const chunk of numbers(4))
      await setup.commit(...numbers(500).map((number) => setup.event(`r${number % 50}`, chunk * 10 + Math.floor(number / 50))));
    await vi.waitFor(async () => expect((await effects()).r0?.length).toBeGreaterThan(5), { timeout: 20_000, interval: 5 });
    await first.stop();
    await effectsAre(Object.fromEntries(numbers(50).map((record) => [`r${record}`, numbers(40)])));
  });

  it("takes up in order what a replica killed by SIGKILL had in hand", async () => {
    const script = fileURLToPath(new URL("./testing/child.ts", import.meta.url));
    const parameters = [setup.connectionString, inject("natsUrl"), `${setup.service}_taker`, "noter", setup.happened.subject];
    const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, ...parameters], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(child, "exit");
    setup.atEnd(async () => child.kill("SIGKILL"));
    for (const chunk of numbers(4))
      await setup.commit(...numbers(500).map((number) => setup.event(`r${number % 50}`, chunk * 10 + Math.floor(number / 50))));
    await vi.waitFor(async () => expect((await effects()).r0?.length).toBeGreaterThan(1), { timeout: 20_000, interval: 2 });
    child.kill("SIGKILL");
    await ended;
    expect((await effects()).r49?.length).toBeLessThan(40);
    consumer();
    await effectsAre(Object.fromEntries(numbers(50).map((record) => [`r${record}`, numbers(40)])));
  });

  it("keeps the order when somebody else got a message of the consumer and kept it", async () => {
    consumer();
    await setup.commit(setup.event("first", 0));
    await effectsAre({ first: [0] });
    const thief = await jetstream(setup.connection).consumers.get(streamOf(setup.service), `${setup.service}_taker_noter`);
    const stolen = await thief.fetch({ max_messages: 3, expires: 10_000 });
    await setup.connection.flush();
    await setup.commit(...numbers(50).map((number) => setup.event("one", number)));
    let kept = 0;
    for await (const _ of stolen) if (++kept === 3) break;
    await effectsAre({ first: [0], one: numbers(50) });
    expect(kept).toBe(3);
  });

  it("goes on, each effect once and in order, while connections to NATS and PostgreSQL break", async () => {
    const proxy = await startProxy(inject("natsUrl"));
    setup.atEnd(() => proxy.close());
    const pools = [setup.newPool(), setup.newPool()];
    for (const pool of pools) consumer({ pool, nats: setup.newLink(proxy.url) });
    for (const chunk of numbers(4))
      await setup.commit(...numbers(250).map((number) => setup.event(`r${number % 25}`, chunk * 10 + Math.floor(number / 25))));
    const count = async () => Number((await setup.pool.query("SELECT count(*) FROM effects")).rows[0].count);
    for (let breaks = 0; breaks < 8; breaks += 1) {
      const before = await count();
      if (breaks % 2 === 0) proxy.drop();
      else await setup.pool.query(endOthers);
      await vi.waitFor(async () => expect(await count()).toBeGreaterThan(Math.min(before + 20, 999)), patient);
    }
    await effectsAre(Object.fromEntries(numbers(25).map((record) => [`r${record}`, numbers(40)])));
    expect(await letters()).toEqual([]);
  });
});
