import { expect, it } from "vitest";
import { createPool, Overrun } from "./pool.js";

const patience = 60_000;
const greedy = new URL("../testing/greedy-thread.js", import.meta.url);

it("ends a thread that takes too much memory, and does the next task in another", async () => {
  const pool = createPool({ entry: greedy, threads: 1, mostWaiting: 5 });
  const tasks = [true, false].map((isGreedy) => pool.run({ isGreedy }, patience));
  await expect(tasks[0]).rejects.toThrow(Overrun);
  expect(await tasks[1]).toBe("modest");
  await pool.stop();
});

it("refuses a task whose thread cannot begin, and tries again with the next", async () => {
  const pool = createPool({ entry: new URL("./nowhere.js", import.meta.url), threads: 1, mostWaiting: 5 });
  for (let tries = 0; tries < 2; tries += 1) await expect(pool.run({}, patience)).rejects.toThrow();
  await pool.stop();
});
