import { expect, it } from "vitest";
import { newestFirst } from "./published.js";

const offer = (sdl: string, version: string, day: number) => ({
  sdl,
  manifest: "m",
  version,
  registeredAt: `2026-01-0${day}T00:00:00.000Z`,
});
const order = (...offers: ReturnType<typeof offer>[]) => newestFirst(offers).map(({ sdl }) => sdl);

it("orders schemas by semantic version, whenever they registered", () => {
  expect(order(offer("a", "1.9.0", 3), offer("b", "1.10.0", 1), offer("c", "1.10.0-rc.1", 2))).toEqual(["b", "c", "a"]);
});

it("orders equal and other versions by the time of the first registration", () => {
  expect(order(offer("a", "1.0.0", 1), offer("b", "1.0.0", 2))).toEqual(["b", "a"]);
  expect(order(offer("a", "9f3c1d", 2), offer("b", "1.0.0", 1), offer("c", "0a1b2c", 3))).toEqual(["c", "a", "b"]);
  // The first registration counts: another replica of the older schema "a" does not make "a" newer than "b".
  expect(order(offer("a", "x", 1), offer("b", "y", 2), offer("a", "x", 3))).toEqual(["b", "a"]);
});

it("groups replicas of a schema under their highest version", () => {
  expect(newestFirst([offer("a", "1.0.0", 2), offer("a", "1.1.0", 3), offer("a", "1.0.5", 1)])).toEqual([offer("a", "1.1.0", 1)]);
});
