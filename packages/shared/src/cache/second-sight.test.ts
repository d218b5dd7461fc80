import { expect, it } from "vitest";
import { SecondSight } from "./second-sight.js";

const cache = (max = 3, maxSize = 100) => new SecondSight<{ size: number }>({ max, maxSize, sizeOf: ({ size }) => size });

it("caches a value from the second use of its key", () => {
  const kept = cache();
  const flags: boolean[] = [];
  const get = () =>
    kept.get("a", (isKept) => {
      flags.push(isKept);
      return { size: 1 };
    });
  const first = get();
  expect(kept.size).toBe(0);
  const second = get();
  expect(second).not.toBe(first);
  expect(get()).toBe(second);
  expect(flags).toEqual([false, true]);
});

it("is bounded by count and size; a value larger than the limit is not cached", () => {
  const kept = cache(3, 10);
  const use = (key: string, size: number) => [1, 2].map(() => kept.get(key, () => ({ size })))[1];
  for (const key of ["a", "b", "c", "d"]) use(key, 1);
  expect(kept.size).toBe(3);
  use("large", 9);
  expect(kept.size).toBe(2);
  use("too large", 11);
  expect(kept.size).toBe(2);
});

it("never caches keys that are used once", () => {
  const kept = cache();
  for (let index = 0; index < 12_000; index++) kept.get(`${index}`, () => ({ size: 1 }));
  expect(kept.size).toBe(0);
});

it("does not remember a key whose value could not be created", () => {
  const kept = cache();
  const fails = () => {
    throw new Error("not good");
  };
  expect(() => kept.get("a", fails)).toThrow("not good");
  expect(() => kept.get("a", fails)).toThrow("not good");
  kept.get("a", () => ({ size: 1 }));
  expect(kept.size).toBe(0);
});
