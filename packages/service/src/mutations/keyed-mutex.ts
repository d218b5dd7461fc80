import { setTimeout as wait } from "node:timers/promises";

/** Mutex per name within this process. Waiting callers hold no database connection. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` after all earlier calls with this name. Throws `late()` if that takes longer than `waitMs`. */
  async runExclusive<Result>(name: string, waitMs: number, late: () => Error, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name);
    let finish: () => void = () => undefined;
    const own = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const done = before ? Promise.all([before, own]).then(() => undefined) : own;
    this.#last.set(name, done);
    try {
      if (before && !(await settles(before, waitMs))) throw late();
      return await work();
    } finally {
      finish();
      if (this.#last.get(name) === done) void done.then(() => this.#forget(name, done));
    }
  }

  #forget(name: string, done: Promise<void>): void {
    if (this.#last.get(name) === done) this.#last.delete(name);
  }
}

/** True if the promise settles in time. */
async function settles(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}
