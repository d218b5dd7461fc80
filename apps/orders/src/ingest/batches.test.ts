import { describe, expect, it } from "vitest";
import { batchesOf } from "./batches.js";

const limits = { mostItems: 3, mostWeight: 10, idleMs: 20 };
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
  it("hold as many items as they may, in order, across and within parts", async () => {
    expect(await all(given(["a", "b"], ["c", "d", "e", "f", "g"], [], ["h"]))).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
      ["g", "h"],
    ]);
    expect(await all(given())).toEqual([]);
  });
  it("end with the item that makes them too heavy, and begin anew", async () => {
    expect(await all(given(["a", "0123456789", "b", "c"]))).toEqual([
      ["a", "0123456789"],
      ["b", "c"],
    ]);
  });
  it("that are not full go when nothing comes; nothing that comes later is lost", async () => {
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
  it("give what came before a failure, and then the failure", async () => {
    async function* failing() {
      yield ["a"];
      throw new Error("broken off");
    }
    const batches = batched(failing());
    expect((await batches.next()).value).toEqual(["a"]);
    await expect(batches.next()).rejects.toThrow("broken off");
  });
  it("that are left early leave their source, and do not wait for one that says nothing more", async () => {
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
