import { type Pool, QueueFull, TaskTimeout } from "./worker-pool.js";

interface Options {
  common: Pick<Pool, "run">;
  /** Pool for the tasks of slow keys. A key is slow for 5 minutes after one of its tasks exceeded the limit. */
  slow: Pick<Pool, "run">;
  /** Maximum CPU time of a task in milliseconds. */
  limit: number;
  /** Called when a task exceeds the limit, unless the key already uses the slow pool. */
  overran(key: string, about: object): void;
}

const slowForMs = 5 * 60_000;
const maxSlow = 4;
const maxOfKey = 1000;
const maxSlowKeys = 10_000;

/** Runs one task per key (such as a form version) at a time. A key thus occupies at most one thread. */
export function createFairQueue({ common, slow, limit, overran }: Options) {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();
  const slowUntil = new Map<string, number>();
  const isSlow = (key: string) => (slowUntil.get(key) ?? 0) > performance.now();

  const note = (key: string, about: object) => {
    if (!isSlow(key)) overran(key, about);
    slowUntil.delete(key);
    slowUntil.set(key, performance.now() + slowForMs);
    const [oldest] = slowUntil.keys();
    if (slowUntil.size > maxSlowKeys && oldest !== undefined) slowUntil.delete(oldest);
  };

  return {
    /** Throws TaskTimeout, QueueFull, or the task's error. */
    async run(key: string, task: object, about: object): Promise<unknown> {
      const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      const check = () => {
        if (turn.waiting > (isSlow(key) ? maxSlow : maxOfKey)) throw new QueueFull("Too many tasks with the same key are queued.");
      };
      const work = async () => {
        // Checks the queue again, because the key may have become slow while the task waited. Slow keys have a shorter queue.
        check();
        return (isSlow(key) ? slow : common).run(task, limit);
      };
      turn.waiting += 1;
      turns.set(key, turn);
      try {
        check();
        const result = turn.last.then(work);
        turn.last = result.catch(() => undefined);
        return await result;
      } catch (error) {
        if (error instanceof TaskTimeout) note(key, about);
        throw error;
      } finally {
        turn.waiting -= 1;
        if (turn.waiting === 0) turns.delete(key);
      }
    },
  };
}
