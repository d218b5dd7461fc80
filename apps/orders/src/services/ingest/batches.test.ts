import { describe, expect, it } from "vitest";
import { batchesOf } from "./batches.js";

const limits = { maxItems: () => 3, maxWeight: 10, idleMs: 20 };
const batched = (parts: AsyncIterable<string[]>) => batchesOf(parts, ({ length }) => length, limits);
async function all(parts: AsyncIterable<string[]>): Promise<string[][]> {
  const batches: string[][] = [];
  for await (const batch of batched(parts)) batches.push(batch);
  return batches;
}
async function* given(...parts: string[][]) {
  yield* parts;
}

describe("batches", () => {
  it("have the maximum number of items, in order", async () => {
    expect(await all(given(["a", "b"], ["c", "d", "e", "f", "g"], [], ["h"]))).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
      ["g", "h"],
    ]);
    expect(await all(given())).toEqual([]);
  });
  it("end with the item that reaches the maximum weight", async () => {
    expect(await all(given(["a", "0123456789", "b", "c"]))).toEqual([
      ["a", "0123456789"],
      ["b", "c"],
    ]);
  });
  it("are yielded incomplete when idle; later items are kept", async () => {
    let more: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      more = resolve;
    });
    async function* slow() {
      yield ["a"];
      await waited;
      yield ["b"];
    }
    const batches = batched(slow());
    expect((await batches.next()).value).toEqual(["a"]);
    more();
    expect((await batches.next()).value).toEqual(["b"]);
    expect((await batches.next()).done).toBe(true);
  });
  it("yield the items before a failure, then throw it", async () => {
    async function* failing() {
      yield ["a"];
      throw new Error("broken off");
    }
    const batches = batched(failing());
    expect((await batches.next()).value).toEqual(["a"]);
    await expect(batches.next()).rejects.toThrow("broken off");
  });
  it("return the source when abandoned, without waiting for a silent one", async () => {
    let left = 0;
    async function* endless() {
      try {
        for (;;) yield ["a", "b", "c"];
      } finally {
        left += 1;
      }
    }
    for await (const _batch of batched(endless())) break;
    async function* silent() {
      yield ["a"];
      await new Promise(() => undefined);
    }
    for await (const _batch of batched(silent())) break;
    expect(left).toBe(1);
  });
});
