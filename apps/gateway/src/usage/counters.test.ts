import { describe, expect, it } from "vitest";
import type { OperationUsage } from "../supergraph/usage.js";
import { UsageCounters } from "./counters.js";

const caller = (keyId: string, workspaceId = "w1") => ({ keyId, workspaceId, memberId: "m" });
const operation = (...coordinates: string[]): OperationUsage => ({ coordinates, inputs: undefined });
const limits = { keys: 100, operations: 100, operationsPerKey: 100, uses: 1_000 };

function takenFrom(counters: UsageCounters) {
  const { workspaces, dropped } = counters.take();
  const found = [...workspaces].map(([id, keys]) => [
    id,
    Object.fromEntries(keys.map((key) => [key.caller.keyId, Object.fromEntries(key.readUses())])),
  ]);
  return { ...Object.fromEntries(found), dropped };
}

describe("UsageCounters", () => {
  it("counts the requests of each key by part of the schema, and is empty after take", () => {
    const counters = new UsageCounters();
    const [one, two] = [operation("Query.a", "A.id"), operation("Query.a", "A.name")];
    for (const used of [one, one, two]) counters.add(caller("k1"), used, {});
    counters.add(caller("k2", "w2"), two, {});
    expect(takenFrom(counters)).toEqual({
      w1: { k1: { "Query.a": 3, "A.id": 2, "A.name": 1 } },
      w2: { k2: { "Query.a": 1, "A.name": 1 } },
      dropped: 0,
    });
    expect(takenFrom(counters)).toEqual({ dropped: 0 });
  });

  it("adds counters that were not stored to later counters", () => {
    const counters = new UsageCounters();
    counters.add(caller("k1"), operation("Query.a"), {});
    const taken = [...counters.take().workspaces.values()].flat();
    counters.add(caller("k1"), operation("Query.a", "A.id"), {});
    counters.restore(taken);
    expect(takenFrom(counters)).toEqual({ w1: { k1: { "Query.a": 2, "A.id": 1 } }, dropped: 0 });
  });

  it("reads the variables of the first requests, and then of a sample", () => {
    const counters = new UsageCounters();
    let reads = 0;
    const used: OperationUsage = {
      coordinates: ["Query.a"],
      inputs(given, add) {
        reads++;
        for (const name of Object.keys(given ?? {})) add(`Input.${name}`);
      },
    };
    for (let request = 0; request < 640; request++) counters.add(caller("k1"), used, request === 0 ? { rare: 1 } : { usual: 1 });
    expect(reads).toBe(16 + 10);
    expect(takenFrom(counters)).toEqual({ w1: { k1: { "Query.a": 640, "Input.rare": 1, "Input.usual": 15 + 10 * 64 } }, dropped: 0 });
  });

  it.each([
    ["operations of a key", { operationsPerKey: 2 }],
    ["operations of all keys", { operations: 2 }],
  ])("counts all uses when the limit of %s is reached", (_name, few) => {
    const counters = new UsageCounters({ ...limits, ...few });
    for (let index = 0; index < 10; index++) counters.add(caller(`k${index % 2}`), operation("Query.a", `A.f${index % 4}`), {});
    const { w1, dropped } = takenFrom(counters);
    expect(dropped).toBe(0);
    expect(w1).toEqual({ k0: { "Query.a": 5, "A.f0": 3, "A.f2": 2 }, k1: { "Query.a": 5, "A.f1": 3, "A.f3": 2 } });
  });

  it("bounds the number of keys and of counters, and counts what it drops", () => {
    const counters = new UsageCounters({ ...limits, keys: 2, operationsPerKey: 1, uses: 3 });
    for (const key of ["k1", "k2", "k3"]) counters.add(caller(key), operation("Query.a"), {});
    expect(counters.isNearlyFull).toBe(true);
    for (let index = 0; index < 50; index++) counters.add(caller("k1"), operation(`A.f${index}`), {});
    const { w1, dropped } = takenFrom(counters);
    expect(Object.keys(w1)).toEqual(["k1", "k2"]);
    // The last operation of k1 is not yet expanded when the counters are taken.
    expect(Object.values(w1).flatMap((uses) => Object.keys(uses as object)).length).toBeLessThanOrEqual(3 + 2);
    expect(dropped).toBeGreaterThan(40);
    expect(counters.isNearlyFull).toBe(false);
  });
});
