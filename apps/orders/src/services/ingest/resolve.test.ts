import type { LookUp } from "@offergraph/shared/errors/look-up-error";
import { describe, expect, it } from "vitest";
import { findEach } from "./resolve.js";

/** Creates a lookup that records its keys. `faults` maps failing keys to errors. */
function lookingUp(faults: Record<string, "NOT_FOUND" | "UNAVAILABLE"> = {}) {
  const asked: string[] = [];
  const find = findEach(async (key): Promise<LookUp<{ key: string }>> => {
    asked.push(key);
    const fault = faults[key];
    return fault ? { fault } : { row: { key } };
  });
  return { asked, find };
}

describe("references of a batch", () => {
  it("are looked up once for all records and later batches", async () => {
    const { asked, find } = lookingUp({ b: "NOT_FOUND" });
    expect(await find(["a", "b", "a"])).toEqual(
      new Map<string, LookUp<{ key: string }>>([
        ["a", { row: { key: "a" } }],
        ["b", { fault: "NOT_FOUND" }],
      ]),
    );
    expect([...(await find(["b", "a"])).keys()].sort()).toEqual(["a", "b"]);
    expect(asked).toEqual(["a", "b"]);
  });
  it("are looked up again while the owner is unavailable", async () => {
    const faults: Record<string, "UNAVAILABLE"> = { a: "UNAVAILABLE" };
    const { asked, find } = lookingUp(faults);
    expect((await find(["a"])).get("a")).toEqual({ fault: "UNAVAILABLE" });
    delete faults.a;
    for (const _again of [1, 2]) expect((await find(["a"])).get("a")).toEqual({ row: { key: "a" } });
    expect(asked).toEqual(["a", "a"]);
  });
  it("are cached up to a limit", async () => {
    const { asked, find } = lookingUp();
    const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index));
    await find(keys(0, 1_000));
    expect((await find(keys(500, 1_500))).size).toBe(1_000);
    await find(["1499"]);
    expect(asked).toHaveLength(1_500);
    await find(["0"]);
    expect(asked).toHaveLength(1_501);
  });
  it("are looked up with limited concurrency", async () => {
    let [atOnce, most] = [0, 0];
    const find = findEach(async (key: string): Promise<LookUp<string>> => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return { row: key };
    });
    expect((await find(Array.from({ length: 500 }, (_, index) => String(index)))).size).toBe(500);
    expect(most).toBe(8);
  });
});
