import { setImmediate as turn } from "node:timers/promises";
import { Violations } from "@offergraph/shared/errors/user-error";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tx } from "../../tx.js";
import type { WriteResult } from "./kind.js";
import { processBatches } from "./process-batches.js";
import type { Received } from "./record.js";
import type { Result } from "./write-batch.js";

interface Sent {
  key: number;
  version: number;
}

/** Creates a batch of 100 records, which is large enough for lanes, or of the given records. */
function batchOf(first: number, sent: readonly Sent[] = Array.from({ length: 100 }, (_, key) => ({ key, version: first }))) {
  return sent.map(
    (one, place): Received<Sent> => ({
      ...{ index: first + place, externalRef: String(one.key), connectionId: null, partnerId: null },
      ...{ sent: one, violations: new Violations() },
    }),
  );
}

const kind = { name: "orders" as const, emits: [], hasConnection: true, fields: {} as never, timesOf: () => ({}) };
const common = { now: () => new Date(0), reportingCurrency: "usd" };
const lanesOf = async (records: readonly { sent: Sent }[]) => records.map(({ sent: { key } }) => key % 2);
const accepted = (records: readonly unknown[]) => records.map((): WriteResult => ({ outcome: "accepted" }));

interface Write {
  lane: number;
  indexes: number[];
  end(error?: Error): void;
}

/** Starts the processing. Each write runs until the test ends it. */
function setup(batches: AsyncIterable<Received<Sent>[]>, resolve: () => Promise<void> = async () => undefined) {
  const writes: Write[] = [];
  const write = async <Value>(effect: (tx: Tx<never>) => Promise<Value>, lane: number): Promise<Value> => {
    const written: Sent[] = [];
    const value = await effect({ written } as never);
    await new Promise<void>((done, fail) => {
      const end = (error?: Error) => (error ? fail(error) : done());
      writes.push({ lane, indexes: written.map(({ key, version }) => version + key), end });
    });
    return value;
  };
  const results = processBatches<Sent, never>({
    kind: {
      ...kind,
      async write(tx, records) {
        (tx as unknown as { written: Sent[] }).written.push(...records.map(({ sent }) => sent));
        return accepted(records);
      },
    },
    ...common,
    ...{ batches, resolve, write, lanesOf },
  });
  const lanes = () => writes.map(({ lane, indexes }) => `${lane}: ${indexes[0]}`);
  const next = async () => ((await results.next()).value as Result[] | undefined)?.[0]?.index;
  return { writes, results, lanes, next };
}

async function* each<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

describe("processing batches", () => {
  it("writes the lanes of two batches at the same time, each lane in order, and yields results in order", async () => {
    const { writes, lanes, next } = setup(each(batchOf(0), batchOf(1000), batchOf(2000)));
    const first = next();
    await settled();
    expect(lanes()).toEqual(["0: 0", "1: 1"]);
    writes[0]?.end();
    await settled();
    expect(lanes()).toEqual(["0: 0", "1: 1", "0: 1000"]);
    writes[2]?.end();
    await settled();
    expect(lanes()).toHaveLength(3);
    writes[1]?.end();
    expect(await first).toBe(0);
    const second = next();
    await settled();
    expect(lanes().slice(3).sort()).toEqual(["0: 2000", "1: 1001"]);
    for (const { end } of writes) end();
    expect(await second).toBe(1000);
    const third = next();
    await settled();
    for (const { end } of writes) end();
    expect(await third).toBe(2000);
    expect(await next()).toBeUndefined();
  });

  it("writes a small batch in one transaction while no other batch is written", async () => {
    const { writes, lanes, next } = setup(each(batchOf(0), batchOf(1000, [{ key: 1, version: 1000 }]), batchOf(2000)));
    const first = next();
    await settled();
    expect(lanes()).toEqual(["0: 0", "1: 1"]);
    for (const { end } of writes) end();
    expect(await first).toBe(0);
    const second = next();
    await settled();
    expect(lanes().slice(2)).toEqual(["0: 1001"]);
    writes[2]?.end();
    expect(await second).toBe(1000);
    const third = next();
    await settled();
    for (const { end } of writes) end();
    expect(await third).toBe(2000);
  });

  it("yields a written batch while no further batch arrives", async () => {
    const batches = (async function* () {
      yield batchOf(0);
      await new Promise(() => undefined);
    })();
    const { writes, next } = setup(batches);
    const first = next();
    await settled();
    for (const { end } of writes) end();
    expect(await first).toBe(0);
  });

  it("yields the results of earlier batches before an error of the sender", async () => {
    const batches = (async function* () {
      yield batchOf(0);
      yield batchOf(1000);
      throw new Error("connection lost");
    })();
    const { writes, results, next } = setup(batches);
    const first = next();
    await settled();
    writes[0]?.end();
    writes[1]?.end();
    expect(await first).toBe(0);
    const second = next();
    await settled();
    for (const { end } of writes) end();
    expect(await second).toBe(1000);
    await expect(results.next()).rejects.toThrow("connection lost");
  });

  it("yields the results of earlier batches before an error of a lookup", async () => {
    let looked = 0;
    const { writes, results, next } = setup(each(batchOf(0), batchOf(1000)), async () => {
      looked += 1;
      if (looked === 2) throw new Error("no connection");
    });
    const first = next();
    await settled();
    for (const { end } of writes) end();
    expect(await first).toBe(0);
    await expect(results.next()).rejects.toThrow("no connection");
  });

  it("fails after all lanes have ended, and writes no later batch in a failed lane", async () => {
    const { writes, lanes, results } = setup(each(batchOf(0), batchOf(1000)));
    let isOver = false;
    const failed = expect(results.next().finally(() => (isOver = true))).rejects.toThrow("no database");
    await settled();
    writes[0]?.end(new Error("no database"));
    await settled();
    expect(isOver).toBe(false);
    writes[1]?.end();
    await settled();
    expect(lanes()).toEqual(["0: 0", "1: 1", "1: 1001"]);
    writes[2]?.end();
    await failed;
  });
});

it("applies the versions of each record in order, also if the database rejects a value", async () => {
  const sent = fc.record({ key: fc.nat(5), version: fc.nat(3) });
  const sizes = fc.constantFrom(3, 120);
  const someBatches = fc.array(
    sizes.chain((size) => fc.array(sent, { minLength: size, maxLength: size })),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(someBatches, fc.infiniteStream(fc.nat(3)), async (given, delays) => {
      const applied = new Map<number, number[]>();
      const dataFault = Object.assign(new Error("value"), { code: "22003" });
      const results = processBatches<Sent, never>({
        kind: {
          ...kind,
          async write(_tx, records) {
            for (let turns = delays.next().value ?? 0; turns > 0; turns -= 1) await turn();
            if (records.some(({ sent: { version } }) => version === 3)) throw dataFault;
            for (const { sent: one } of records) applied.set(one.key, [...(applied.get(one.key) ?? []), one.version]);
            return accepted(records);
          },
        },
        batches: each(...given.map((one, place) => batchOf(place * 1000, one))),
        ...common,
        ...{ resolve: async () => undefined, lanesOf },
        write: (effect) => effect({} as never),
      });
      const outcomes: string[] = [];
      for await (const some of results) outcomes.push(...some.map(({ outcome }) => outcome));
      const all = given.flat();
      expect(outcomes).toEqual(all.map(({ version }) => (version === 3 ? "rejected" : "accepted")));
      for (const [key, versions] of applied)
        expect(versions).toEqual(all.filter((one) => one.key === key && one.version !== 3).map(({ version }) => version));
    }),
    { numRuns: 100 },
  );
});
