import { type Pool, QueueFull, TaskTimeout } from "./worker-pool.js";

interface Options {
  common: Pool;
  /** Pool for keys that overran before. */
  slow: Pool;
  /** Time limit of a task in milliseconds. */
  limit: number;
  /** Called when a key overruns that did not recently. */
  overran(key: string, about: object): void;
}

export interface FairQueue {
  /** Runs a task of this key. Throws Overrun, Busy, or the task's error. `about`: passed to `overran`. */
  run(key: string, task: object, about: object): Promise<unknown>;
}

const slowForMs = 5 * 60_000;
const maxSlow = 4;
/** Maximum queued tasks per key; a typical answer takes a few milliseconds. */
const maxOfOne = 1000;
/** Maximum slow keys remembered; the oldest is dropped. */
const maxKept = 10_000;

/**
 * Fair queue: runs one task per key at a time, so that a key occupies at most one thread, and moves a key that overran to the slow pool
 * for some minutes.
 */
export function createFairQueue({ common, slow, limit, overran }: Options): FairQueue {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();
  const slowUntil = new Map<string, number>();
  const isSlow = (key: string) => (slowUntil.get(key) ?? 0) > performance.now();

  const note = (key: string, about: object) => {
    if (!isSlow(key)) overran(key, about);
    slowUntil.delete(key);
    slowUntil.set(key, performance.now() + slowForMs);
    const [oldest] = slowUntil.keys();
    if (slowUntil.size > maxKept && oldest !== undefined) slowUntil.delete(oldest);
  };

  return {
    async run(key, task, about) {
      const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      const check = () => {
        if (turn.waiting > (isSlow(key) ? maxSlow : maxOfOne)) throw new QueueFull("Too many tasks of one key are queued.");
      };
      const work = async () => {
        // Checked again: the key may have become slow while waiting.
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
