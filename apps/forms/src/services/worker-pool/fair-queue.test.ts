import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFairQueue } from "./fair-queue.js";
import { type Pool, QueueFull, TaskTimeout } from "./worker-pool.js";

/** Creates a pool whose tasks run until the test ends them. */
function poolOfTest() {
  const begun: { name: string; end(): void; overrun(): void }[] = [];
  const run = (task: object) =>
    new Promise<unknown>((resolve, reject) => {
      const { name } = task as { name: string };
      begun.push({ name, end: () => resolve(name), overrun: () => reject(new TaskTimeout()) });
    });
  return { begun, run, stop: async () => undefined } satisfies Pool & { begun: unknown };
}
const settled = () => new Promise(setImmediate);

describe("lanes", () => {
  let common: ReturnType<typeof poolOfTest>;
  let slow: ReturnType<typeof poolOfTest>;
  let emitted: unknown[];
  let run: (key: string, name: string) => Promise<unknown>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    [common, slow, emitted] = [poolOfTest(), poolOfTest(), []];
    const lanes = createFairQueue({ common, slow, limit: 1, overran: (key, about) => emitted.push([key, about]) });
    run = (key, name) => lanes.run(key, { name }, { name });
  });
  afterEach(() => void vi.useRealTimers());

  const namesIn = (pool: ReturnType<typeof poolOfTest>) => pool.begun.map(({ name }) => name);

  it("run one task per key at a time in order, and other keys concurrently", async () => {
    const all = [run("a", "a1"), run("a", "a2"), run("b", "b1")];
    await settled();
    expect(namesIn(common)).toEqual(["a1", "b1"]);
    common.begun[0]?.end();
    await settled();
    expect(namesIn(common)).toEqual(["a1", "b1", "a2"]);
    for (const { end } of common.begun) end();
    expect(await Promise.all(all)).toEqual(["a1", "a2", "b1"]);
  });

  it("move a key that overran to the slow pool for five minutes and report it once", async () => {
    const first = run("a", "a1");
    const second = run("a", "a2");
    await settled();
    common.begun[0]?.overrun();
    await expect(first).rejects.toThrow(TaskTimeout);
    await settled();
    expect([namesIn(common), namesIn(slow)]).toEqual([["a1"], ["a2"]]);
    slow.begun[0]?.overrun();
    await expect(second).rejects.toThrow(TaskTimeout);
    expect(emitted).toEqual([["a", { name: "a1" }]]);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    void run("a", "a3");
    await settled();
    expect(namesIn(common)).toEqual(["a1", "a3"]);
  });

  it("queue a thousand tasks per key, and only a few once it overran", async () => {
    const all = Array.from({ length: 1001 }, (_, index) => run("a", `a${index}`));
    const ends = Promise.allSettled(all);
    await expect(all[1000]).rejects.toThrow(QueueFull);
    common.begun[0]?.overrun();
    for (let turn = 0; turn < 5; turn += 1) {
      await settled();
      for (const { end } of slow.begun) end();
    }
    const refused = (await ends).filter((end) => end.status === "rejected" && end.reason instanceof QueueFull);
    expect(namesIn(slow)).toEqual(["a996", "a997", "a998", "a999"]);
    expect(refused).toHaveLength(996);
  });
});
