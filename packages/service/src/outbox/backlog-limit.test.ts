import { expect, it } from "vitest";
import { type Backlog, backlogLimit } from "./backlog-limit.js";

const many = (oldest: number): Backlog => ({ count: 1_001, oldest: String(oldest) });
const few: Backlog = { count: 1_000, oldest: "9" };

function setup(backlogs: Backlog[]) {
  const clock = { now: 0 };
  let [last, reads] = [few, 0];
  const limit = backlogLimit({
    read: async () => {
      reads += 1;
      last = backlogs.shift() ?? last;
      return last;
    },
    now: () => clock.now,
    sleep: async (milliseconds) => {
      clock.now += milliseconds;
    },
  });
  return { clock, limit, reads: () => reads };
}

it("waits until at most 1,000 events wait", async () => {
  const { clock, limit } = setup([many(1), many(2), few]);
  await limit();
  expect(clock.now).toBe(100);
  await limit();
  expect(clock.now).toBe(100);
});

it("waits for at most a second at a time while the relay is slow", async () => {
  const { clock, limit } = setup(Array.from({ length: 50 }, (_, index) => many(index)));
  await limit();
  expect(clock.now).toBe(1_000);
  await limit();
  expect(clock.now).toBe(2_000);
});

it("does not wait for ten seconds after the relay has published nothing for a second", async () => {
  const { clock, limit, reads } = setup([many(1)]);
  await limit();
  expect(clock.now).toBe(1_000);
  const before = reads();
  await limit();
  expect([clock.now, reads()]).toEqual([1_000, before]);
  clock.now = 11_000;
  await limit();
  expect(clock.now).toBe(12_000);
});
