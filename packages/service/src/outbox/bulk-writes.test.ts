import { expect, it } from "vitest";
import { BulkWrites } from "./bulk-writes.js";

function setup() {
  const clock = { now: 0 };
  return { clock, writes: new BulkWrites(() => clock.now) };
}

it("a workspace has bulk writes until the last one ends", () => {
  const { writes } = setup();
  const [first, second] = [writes.begin("a"), writes.begin("a")];
  expect([writes.has("a"), writes.has("b")]).toEqual([true, false]);
  first();
  first();
  expect(writes.has("a")).toBe(true);
  second();
  expect(writes.has("a")).toBe(false);
});

it("events wait for at most a minute, also for bulk writes one after the other", () => {
  const { clock, writes } = setup();
  const first = writes.begin("a");
  clock.now = 50_000;
  first();
  writes.begin("b")();
  clock.now = 59_999;
  const second = writes.begin("a");
  expect(writes.has("a")).toBe(true);
  clock.now = 60_000;
  expect(writes.has("a")).toBe(false);
  second();
  clock.now = 70_001;
  writes.begin("a");
  expect(writes.has("a")).toBe(true);
});
