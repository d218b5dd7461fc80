import { expect, it } from "vitest";
import { backlogLimit } from "./backlog-limit.js";

function setup(counts: number[]) {
  const clock = { now: 0 };
  let [last, counted] = [0, 0];
  const limit = backlogLimit({
    count: async () => {
      counted += 1;
      last = counts.shift() ?? last;
      return last;
    },
    now: () => clock.now,
    sleep: async (milliseconds) => {
      clock.now += milliseconds;
    },
  });
  return { clock, limit, counted: () => counted };
}

it("waits until at most 1,000 events wait", async () => {
  const { clock, limit } = setup([1_600, 1_200, 1_000]);
  await limit();
  expect(clock.now).toBe(100);
  await limit();
  expect(clock.now).toBe(100);
});

it("waits for at most a second at a time while the relay is slow", async () => {
  const { clock, limit } = setup([9_000, ...Array.from({ length: 40 }, (_, index) => 8_000 - index)]);
  await limit();
  expect(clock.now).toBe(1_000);
  await limit();
  expect(clock.now).toBe(2_000);
});

it("does not wait for ten seconds after the relay has published nothing for a second", async () => {
  const { clock, limit, counted } = setup([5_000]);
  await limit();
  expect(clock.now).toBe(1_000);
  const before = counted();
  await limit();
  expect([clock.now, counted()]).toEqual([1_000, before]);
  clock.now = 11_000;
  await limit();
  expect(clock.now).toBe(12_000);
});
