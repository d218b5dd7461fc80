import { describe, expect, it } from "vitest";
import { microBatch } from "./micro-batch.js";

describe("together", () => {
  it("batches items that arrive during the previous batch, and never runs two batches at once", async () => {
    const turns: { items: number[]; end(): void }[] = [];
    const add = microBatch((items: number[]) => new Promise<number>((resolve) => turns.push({ items, end: () => resolve(items.length) })));
    const first = add(1);
    await Promise.resolve();
    const later = [add(2), add(3)];
    expect(turns.map(({ items }) => items)).toEqual([[1]]);
    turns[0]?.end();
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(turns.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    turns[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it("continues after a failed batch, which rejects its own items only", async () => {
    const add = microBatch(async ([item = 0]: number[]) => {
      if (item === 1) throw new Error("no");
      return item;
    });
    await expect(add(1)).rejects.toThrow("no");
    expect(await add(2)).toBe(2);
  });
});
