import { version } from "uuid";
import { afterEach, expect, it, vi } from "vitest";
import { newId } from "./ids.js";
import { idBytes } from "./random-bytes.js";

afterEach(() => void vi.restoreAllMocks());

it("creates different UUIDs of version 7 in ascending order, also within a millisecond and after the clock was set back", () => {
  const ids: string[] = [];
  const create = (count: number) => {
    for (let number = 0; number < count; number += 1) ids.push(newId());
  };
  create(20_000);
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 60_000);
  create(1_000);
  now.mockRestore();
  create(1_000);
  expect(new Set(ids).size).toBe(22_000);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => version(id) === 7)).toBe(true);
});

it("contains the time of its creation", () => {
  const time = Date.now() + 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(time);
  expect(Number.parseInt(newId().replace("-", "").slice(0, 12), 16)).toBe(time);
});

it("returns each random byte once", () => {
  const seen = new Set<string>();
  for (let number = 0; number < 3_000; number += 1) seen.add(idBytes(8).toString("hex"));
  expect(seen.size).toBe(3_000);
});
