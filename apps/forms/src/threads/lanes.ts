import { Busy, Overrun, type Pool } from "./pool.js";

interface Options {
  common: Pool;
  /** Where that is checked which overran before. */
  slow: Pool;
  /** Milliseconds that a task may take. */
  limit: number;
  /** Told when something overruns that did not lately. */
  overran(key: string, about: object): void;
}

export interface Lanes {
  /** Does a task of this key: throws Overrun, Busy, or what the task throws. `about`: what is told of an overrun. */
  run(key: string, task: object, about: object): Promise<unknown>;
}

const slowForMs = 5 * 60_000;
const mostSlow = 4;
/** A crowd that answers one form at once: a usual answer takes some milliseconds. */
const mostOfOne = 1000;
/** More than these cannot be kept apart; the eldest is forgotten. */
const mostKept = 10_000;

/**
 * Keeps those who overrun from holding up others: of each key one task is done at a time, so that it takes one thread at most,
 * and a key that overran goes to the slow lane for some minutes.
 */
export function createLanes({ common, slow, limit, overran }: Options): Lanes {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();
  const slowUntil = new Map<string, number>();
  const isSlow = (key: string) => (slowUntil.get(key) ?? 0) > performance.now();

  const note = (key: string, about: object) => {
    if (!isSlow(key)) overran(key, about);
    slowUntil.delete(key);
    slowUntil.set(key, performance.now() + slowForMs);
    const [eldest] = slowUntil.keys();
    if (slowUntil.size > mostKept && eldest !== undefined) slowUntil.delete(eldest);
  };

  return {
    async run(key, task, about) {
      const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      const check = () => {
        if (turn.waiting > (isSlow(key) ? mostSlow : mostOfOne)) throw new Busy("Too much of one kind waits for a thread.");
      };
      const work = async () => {
        // Again: it may have become slow since it began to wait.
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
        if (error instanceof Overrun) note(key, about);
        throw error;
      } finally {
        turn.waiting -= 1;
        if (turn.waiting === 0) turns.delete(key);
      }
    },
  };
}
