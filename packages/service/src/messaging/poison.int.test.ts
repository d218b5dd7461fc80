import { randomUUID } from "node:crypto";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pendingEvent } from "../outbox/add.js";
import { startConsumer } from "./consume.js";
import { type ConsumersSetup, consumersSetup, type TestEvent } from "./testing/consumers.js";
import { type EffectTransaction, effectWriter } from "./testing/effect-writer.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

const muchLater = 10 * polling.timeout;

/** Fails for the event with the number 1 in `setup.workspaceId`. */
function startTaking({ together = false, firstRetryMs = muchLater, log = setup.log } = {}) {
  const taken = new Set<string>();
  const tried: string[] = [];
  const handle = async (transaction: EffectTransaction, { workspaceId, recordId, data }: TestEvent) => {
    if (workspaceId !== setup.workspaceId) return void taken.add(recordId);
    tried.push(`${recordId} ${data.number}`);
    if (data.number === 1) await transaction.$executeRawUnsafe("SELECT 1 / 0");
  };
  const pool = setup.newPool();
  const consumer = startConsumer({
    ...{ pool, nats: setup.link, signer: testSigner, service: `${setup.service}_taker`, name: "taker", definitions: [setup.happened] },
    ...{ write: effectWriter(pool), log, firstRetryMs, handle },
    ...(together && {
      handleBatch: async (transaction: EffectTransaction, events: readonly TestEvent[]) => {
        for (const event of events) await handle(transaction, event);
      },
    }),
  });
  setup.atEnd(() => consumer.stop());
  return { taken, tried, consumer };
}

const innocent = (record: string) => {
  const of = { workspaceId: randomUUID(), recordId: record, data: { number: 1 }, actor: null, time: new Date() };
  return pendingEvent(setup.happened, of);
};

describe("an event that fails", () => {
  it.each([
    ["one by one", false, 12],
    ["together", true, 12],
    ["one by one, though hundreds of them wait", false, 400],
  ])("does not hold up another workspace's while it waits for its next try: taken %s", async (_how, together, poisonous) => {
    const { taken, tried } = startTaking({ together });
    await setup.commit(...numbers(poisonous).map((number) => setup.event(`poisonous-${number}`, 1)));
    await vi.waitFor(() => expect(new Set(tried).size).toBe(poisonous), polling);
    await setup.commit(innocent("innocent"));
    await vi.waitFor(() => expect(taken.has("innocent")).toBe(true), polling);
  });

  it("does not delay other events when another process takes over", async () => {
    const first = startTaking();
    await setup.commit(...numbers(12).map((number) => setup.event(`poisonous-${number}`, 1)));
    await vi.waitFor(() => expect(new Set(first.tried).size).toBe(12), polling);
    await first.consumer.stop();
    const { taken, tried } = startTaking();
    await vi.waitFor(() => expect(new Set(tried).size).toBe(12), polling);
    await setup.commit(innocent("innocent"));
    await vi.waitFor(() => expect(taken.has("innocent")).toBe(true), polling);
  });

  it("is not overtaken by later events of its record, is logged with its stack at the first and last attempt, and has a reason", async () => {
    const lines: { level: number; msg: string; attempts?: number; err?: { stack: string }; reason?: string }[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { tried } = startTaking({ firstRetryMs: 5, log });
    await setup.commit(setup.event("one", 1), setup.event("one", 2));
    await vi.waitFor(() => expect(tried).toEqual([...numbers(8).map(() => "one 1"), "one 2"]), polling);
    const failures = lines.filter(({ attempts }) => attempts !== undefined);
    expect(failures.map(({ level, err }) => [level, err !== undefined])).toEqual([
      [40, true],
      ...numbers(6).map(() => [30, false]),
      [50, true],
    ]);
    const { error, eventId } = await setup.deadLetter("taker");
    expect(error).toBe(`Database error: invalid value (SQLSTATE 22012). See the service log for event ${eventId}.`);
  });

  it("does not count missing connections as attempts", async () => {
    const pool = setup.newPool();
    const write = effectWriter(pool);
    let isFree = false;
    let asked = 0;
    const attempts = 2;
    const consumer = startConsumer({
      ...{
        pool,
        nats: setup.link,
        signer: testSigner,
        service: `${setup.service}_taker`,
        name: "taker",
        definitions: [setup.happened],
        log: setup.log,
      },
      ...{ maxAttempts: attempts, firstRetryMs: 1 },
      async write(workspaceId, effect) {
        asked += 1;
        if (!isFree) throw new Error("timeout exceeded when trying to connect");
        return write(workspaceId, effect);
      },
      handle: async (transaction: EffectTransaction, { recordId, data }) => {
        const text = "INSERT INTO effects (consumer, record, number) VALUES ('taker', $1, $2)";
        await transaction.$executeRawUnsafe(text, recordId, data.number);
      },
    });
    setup.atEnd(() => consumer.stop());
    await setup.commit(setup.event("one", 1));
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3 * attempts), polling);
    isFree = true;
    await setup.effectsAre({ one: [1] }, "taker");
    expect(await setup.letters("taker")).toEqual([]);
  });

  it("goes to the dead letters regardless of its size and the length of its error", async () => {
    const sizeOf = async ({ event }: ReturnType<typeof setup.event>) =>
      (await setup.pool.query("SELECT octet_length($1::jsonb::text) AS bytes", [JSON.stringify(event)])).rows[0].bytes;
    const room = (setup.connection.info?.max_payload ?? 0) - 1_024;
    const filling = "x".repeat(room - (await sizeOf(setup.event("large", 1, ""))));
    const reason = "\u20ac".repeat(1_000);
    setup.consumer({
      before({ recordId }) {
        if (recordId === "large") throw new PublicError("CONFLICT", reason);
      },
    });
    await setup.commit(setup.event("large", 1, filling), setup.event("next", 1));
    const { error, event } = await setup.deadLetter();
    expect(error.length).toBeGreaterThan(100);
    expect(reason.startsWith(error)).toBe(true);
    expect((event as { data: unknown }).data).toEqual({ number: 1, filling });
    await setup.effectsAre({ next: [1] });
  });
});
