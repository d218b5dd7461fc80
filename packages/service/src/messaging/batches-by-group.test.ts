import { describe, expect, it } from "vitest";
import { batchesByGroup } from "./batches-by-group.js";

interface Item {
  group: string;
  number: number;
}

describe("batches by group", () => {
  function setup(concurrency: number) {
    const turns: { items: Item[]; end(): void }[] = [];
    const add = batchesByGroup<Item, number>({
      concurrency,
      maxItems: () => 3,
      groupOf: ({ group }) => group,
      work: (items) => new Promise((resolve) => turns.push({ items, end: () => resolve(items.length) })),
    });
    const shown = () => turns.map(({ items }) => items.map(({ group, number }) => `${group}${number}`).join());
    return { turns, shown, add: (group: string, number: number) => add({ group, number }) };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("batches items that arrive during a group's batch, and never runs two batches of a group at once", async () => {
    const { turns, shown, add } = setup(3);
    const first = add("a", 1);
    await settled();
    const later = [add("a", 2), add("a", 3)];
    await settled();
    expect(shown()).toEqual(["a1"]);
    turns[0]?.end();
    expect(await first).toBe(1);
    await settled();
    expect(shown()).toEqual(["a1", "a2,a3"]);
    turns[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it("opens another batch when one is full, in order", async () => {
    const { turns, shown, add } = setup(1);
    const results = [1, 2, 3, 4, 5].map((number) => add("a", number));
    await settled();
    expect(shown()).toEqual(["a1,a2,a3"]);
    turns[0]?.end();
    await settled();
    expect(shown()).toEqual(["a1,a2,a3", "a4,a5"]);
    turns[1]?.end();
    expect(await Promise.all(results)).toEqual([3, 3, 3, 2, 2]);
  });

  it("runs another group's batch during a long one, and lets groups take turns", async () => {
    const { turns, shown, add } = setup(1);
    for (const number of [1, 2]) void add("a", number);
    void add("b", 1);
    await settled();
    void add("a", 3);
    turns[0]?.end();
    await settled();
    expect(shown()).toEqual(["a1,a2", "b1"]);
    const wide = setup(2);
    void wide.add("a", 1);
    void wide.add("b", 1);
    await settled();
    expect(wide.shown()).toEqual(["a1", "b1"]);
  });

  it("continues after a failed batch, which rejects its own items only", async () => {
    const add = batchesByGroup<number, number>({
      concurrency: 1,
      maxItems: () => 3,
      groupOf: () => "a",
      async work([item = 0]) {
        if (item === 1) throw new Error("no");
        return item;
      },
    });
    await expect(add(1)).rejects.toThrow("no");
    expect(await add(2)).toBe(2);
  });
});
