import { expect, it } from "vitest";
import { Busy, createPool, Overrun } from "./pool.js";

const patience = 60_000;
const greedy = new URL("../testing/greedy-thread.js", import.meta.url);

it("ends a thread that takes too much memory, and does the next task in another", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 5 });
  const tasks = [true, false].map((isGreedy) => pool.run({ isGreedy }, patience));
  await expect(tasks[0]).rejects.toThrow(Overrun);
  expect(await tasks[1]).toBe("modest");
  await pool.stop();
});

it("does not end a task that took its time because it did not get the processor", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 5 });
  await pool.run({}, patience);
  expect(await pool.run({ rests: 1500 }, 1000)).toBe("modest");
  await pool.stop();
});

it("does not end a task that got the processor for less than its time, however long that took", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 5 });
  await pool.run({}, patience);
  expect(await pool.run({ rests: 2500 }, 200)).toBe("modest");
  await pool.stop();
});

it("does not count what other threads of the process use", async () => {
  const pool = createPool({ entry: greedy, threads: 2, mostWaiting: 5 });
  await Promise.all([pool.run({ rests: 50 }, patience), pool.run({ rests: 50 }, patience)]);
  const busy = pool.run({ computes: 3000 }, patience);
  expect(await pool.run({ rests: 2500 }, 300)).toBe("modest");
  expect(await busy).toBe("modest");
  await pool.stop();
});

it("ends a task that never ends, and does the next one", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 5 });
  await pool.run({}, patience);
  await expect(pool.run({ computes: Number.POSITIVE_INFINITY }, 300)).rejects.toThrow(Overrun);
  expect(await pool.run({}, patience)).toBe("modest");
  await pool.stop();
});

it("lets so many tasks wait and no more", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 2 });
  await pool.run({}, patience);
  const tasks = [1, 2, 3, 4].map(() => pool.run({ rests: 200 }, patience));
  await expect(tasks.pop()).rejects.toThrow(Busy);
  expect(await Promise.all(tasks)).toEqual(Array(3).fill("modest"));
  await pool.stop();
});

it("refuses a task whose thread cannot begin, and tries again with the next", async () => {
  const pool = createPool({ entry: new URL("./nowhere.js", import.meta.url), threads: 1, mostWaiting: 5 });
  for (let tries = 0; tries < 2; tries += 1) await expect(pool.run({}, patience)).rejects.toThrow();
  await pool.stop();
});
