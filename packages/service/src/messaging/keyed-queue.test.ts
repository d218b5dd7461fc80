import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyedQueue } from "./keyed-queue.js";

describe("KeyedQueue", () => {
  it("runs each key's tasks in order, and at most `concurrency` keys at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, keys, most) => {
          const queues = new KeyedQueue(most);
          const running = new Set<string>();
          const ran: Record<string, number[]> = {};
          keys.forEach((key, index) => {
            const group = key < "c" ? "first" : "second";
            const task = async () => {
              expect(running.has(key)).toBe(false);
              running.add(key);
              expect(running.size).toBeLessThanOrEqual(most);
              await scheduler.schedule(Promise.resolve());
              running.delete(key);
              ran[key] = [...(ran[key] ?? []), index];
            };
            queues.add(key, task, group);
          });
          const idle = queues.idle();
          await scheduler.waitFor(idle);
          const expected: Record<string, number[]> = {};
          keys.forEach((key, index) => {
            expected[key] = [...(expected[key] ?? []), index];
          });
          expect(ran).toEqual(expected);
        },
      ),
    );
  });

  it("lets groups take turns regardless of one group's backlog", async () => {
    const queues = new KeyedQueue(1);
    const ran: string[] = [];
    const add = (group: string, key: string) => queues.add(key, async () => void ran.push(key), group);
    for (let number = 0; number < 100; number += 1) add("large", `large ${number}`);
    for (let number = 0; number < 3; number += 1) add("small", `small ${number}`);
    await queues.idle();
    expect(ran.slice(0, 7)).toEqual(["large 0", "large 1", "small 0", "large 2", "small 1", "large 3", "small 2"]);
    expect(ran).toHaveLength(103);
  });

  function deferred() {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("runs other keys while a task backs off, and later tasks of its key after it", async () => {
    const queues = new KeyedQueue(1);
    const ran: string[] = [];
    const { promise: morning, resolve: wake } = deferred();
    queues.add("a", async (backoff) => {
      ran.push("a1 begins");
      await backoff(morning);
      ran.push("a1 ends");
    });
    queues.add("a", async () => void ran.push("a2"));
    queues.add("b", async () => void ran.push("b1"));
    await queues.below(1, 3);
    expect(ran).toEqual(["a1 begins", "b1"]);
    let isIdle = false;
    const idle = queues.idle().then(() => {
      isIdle = true;
    });
    await settled();
    expect(isIdle).toBe(false);
    wake();
    await idle;
    expect(ran).toEqual(["a1 begins", "b1", "a1 ends", "a2"]);
  });

  it("alternates between new and resumed tasks", async () => {
    const queues = new KeyedQueue(1);
    const ran: string[] = [];
    const { promise: morning, resolve: wake } = deferred();
    for (const key of ["a", "b", "c"])
      queues.add(key, async (backoff) => {
        await backoff(morning);
        ran.push(`${key} resumed`);
      });
    const { promise: busy, resolve: free } = deferred();
    queues.add("long", () => busy);
    wake();
    await settled();
    for (const key of ["new 1", "new 2"]) queues.add(key, async () => void ran.push(key));
    free();
    await queues.idle();
    expect(ran).toEqual(["a resumed", "new 1", "b resumed", "new 2", "c resumed"]);
  });
});
