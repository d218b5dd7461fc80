import { PublicError } from "@offergraph/shared/errors/public-error";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replayDeadLetter } from "./dead-letters.js";
import { type FormerConsumer, formerNameOf, replaceFormerConsumers } from "./former-consumers.js";
import { durableOf } from "./permissions.js";
import { managerOf, streamOf } from "./streams.js";
import { type ConsumersSetup, consumersSetup, type TestEvent } from "./testing/consumers.js";
import { byRecord } from "./testing/setup.js";

let setup: ConsumersSetup;
let renamed: FormerConsumer;
beforeEach(async () => {
  setup = await consumersSetup();
  renamed = { service: `${setup.service}_taker`, name: "former", producer: setup.service, renamedTo: "noter" };
});
afterEach(() => setup.end());

const records = ["a", "b", "c", "d", "e"];
const eventsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => setup.event(records[index % records.length] as string, first + index));
/** Returns the event numbers from 0 to `count` - 1, grouped by record. */
const all = (count: number) =>
  byRecord(Array.from({ length: count }, (_, number) => ({ record: records[number % records.length] as string, number })));
/** The events that the consumer processed under its former or its current name. */
const processed = async () => byRecord((await setup.pool.query("SELECT record, number FROM effects ORDER BY position")).rows);
const processedAre = (expected: Record<string, number[]>) => vi.waitFor(async () => expect(await processed()).toEqual(expected), polling);
const infoOf = async (name: string) =>
  (await managerOf(setup.connection)).consumers.info(streamOf(setup.service), durableOf(renamed.service, name));
const startRenamed = (before?: (event: TestEvent) => void) => setup.consumer({ formerName: "former", ...(before && { before }) });

/** Processes 100 events under the former name, then publishes 20 events while no consumer runs. */
async function processUnderFormerName(): Promise<void> {
  const former = setup.consumer({ name: "former" });
  await setup.commit(...eventsFrom(0, 100));
  await processedAre(all(100));
  await vi.waitFor(async () => expect((await infoOf("former")).ack_floor.stream_seq).toBe(100), polling);
  await former.stop();
  await setup.commit(...eventsFrom(100, 20));
  await vi.waitFor(async () => expect(await setup.published()).toHaveLength(120), polling);
}

describe("a renamed consumer", () => {
  it("continues at the position of its former name and processes each event once", async () => {
    await processUnderFormerName();
    for (let runs = 0; runs < 2; runs += 1) await replaceFormerConsumers(setup.connection, [renamed]);
    await expect(infoOf("former")).rejects.toThrow("not found");
    expect((await infoOf("noter")).num_pending).toBe(20);
    startRenamed();
    await processedAre(all(120));
    await vi.waitFor(async () => expect(await infoOf("noter")).toMatchObject({ num_ack_pending: 0, num_pending: 0 }), polling);
    expect((await infoOf("noter")).delivered.consumer_seq).toBe(20);
  });

  it("processes each event once without the former position, and while a replica with the former name runs", async () => {
    await processUnderFormerName();
    const former = setup.consumer({ name: "former" });
    await processedAre(all(120));
    startRenamed();
    await setup.commit(...eventsFrom(120, 5));
    await processedAre(all(125));
    expect((await setup.pool.query("SELECT DISTINCT consumer FROM inbox_events")).rows).toEqual([{ consumer: "former" }]);
    await former.stop();
    await setup.commit(...eventsFrom(125, 5));
    await vi.waitFor(async () => expect(await infoOf("noter")).toMatchObject({ num_ack_pending: 0, num_pending: 0 }), polling);
    await processedAre(all(130));
    expect((await setup.pool.query("SELECT DISTINCT consumer FROM inbox_events")).rows).toEqual([{ consumer: "noter" }]);
    expect((await setup.pool.query("SELECT consumer FROM effects WHERE number >= 125")).rows).toEqual(Array(5).fill({ consumer: "noter" }));
  });

  it("keeps its dead letters, which can be replayed", async () => {
    const fail = () => {
      throw new PublicError("BAD_USER_INPUT", "Out of luck.");
    };
    const former = setup.consumer({ name: "former", before: fail });
    await setup.commit(setup.event("a", 0));
    const letter = await setup.deadLetter("former");
    await former.stop();
    for (let runs = 0; runs < 2; runs += 1) await replaceFormerConsumers(setup.connection, [renamed]);
    expect(await setup.letters("former")).toEqual([]);
    const moved = await setup.deadLetter();
    expect(moved).toEqual({ ...letter, id: moved.id, consumer: setup.address() });
    startRenamed();
    await setup.commit(setup.event("b", 1));
    await processedAre({ b: [1] });
    await replayDeadLetter(setup.connection, moved.id);
    await processedAre({ a: [0], b: [1] });
  });

  it("is found by its present name", () => {
    expect(formerNameOf("discounts", "assign-codes")).toBe("give-codes");
    expect(formerNameOf("discounts", "count-usages")).toBeUndefined();
  });
});
