import { expect, it } from "vitest";
import { createPool, QueueFull, TaskTimeout } from "./worker-pool.js";

const timeouts = 60_000;
const greedy = new URL("../../testing/greedy-thread.js", import.meta.url);

it("terminates a thread that exceeds its memory and runs the next task in another", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 1, maxWaiting: 5 });
  const tasks = [true, false].map((isGreedy) => pool.run({ isGreedy }, timeouts));
  await expect(tasks[0]).rejects.toThrow(TaskTimeout);
  expect(await tasks[1]).toBe("modest");
  await pool.stop();
});

it("does not terminate a task that got no CPU time", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 1, maxWaiting: 5 });
  await pool.run({}, timeouts);
  expect(await pool.run({ rests: 1500 }, 1000)).toBe("modest");
  await pool.stop();
});

it("does not terminate a slow task within its CPU limit", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 1, maxWaiting: 5 });
  await pool.run({}, timeouts);
  expect(await pool.run({ rests: 2500 }, 200)).toBe("modest");
  await pool.stop();
});

it("does not count the CPU time of other threads", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 2, maxWaiting: 5 });
  await Promise.all([pool.run({ rests: 50 }, timeouts), pool.run({ rests: 50 }, timeouts)]);
  const busy = pool.run({ computes: 3000 }, timeouts);
  expect(await pool.run({ rests: 2500 }, 300)).toBe("modest");
  expect(await busy).toBe("modest");
  await pool.stop();
});

it("terminates an endless task and runs the next one", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 1, maxWaiting: 5 });
  await pool.run({}, timeouts);
  await expect(pool.run({ computes: Number.POSITIVE_INFINITY }, 300)).rejects.toThrow(TaskTimeout);
  expect(await pool.run({}, timeouts)).toBe("modest");
  await pool.stop();
});

it("limits the queue length", async () => {
  const pool = createPool({ name: "trial", entry: greedy, threads: 1, maxWaiting: 2 });
  await pool.run({}, timeouts);
  const tasks = [1, 2, 3, 4].map(() => pool.run({ rests: 200 }, timeouts));
  await expect(tasks.pop()).rejects.toThrow(QueueFull);
  expect(await Promise.all(tasks)).toEqual(Array(3).fill("modest"));
  await pool.stop();
});

it("rejects a task whose thread cannot start, and retries with the next", async () => {
  const pool = createPool({ name: "trial", entry: new URL("./nowhere.js", import.meta.url), threads: 1, maxWaiting: 5 });
  for (let tries = 0; tries < 2; tries += 1) await expect(pool.run({}, timeouts)).rejects.toThrow();
  await pool.stop();
});
