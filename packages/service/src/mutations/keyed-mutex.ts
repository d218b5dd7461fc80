import { Mutex, withTimeout } from "async-mutex";

/** Mutexes by name within this process. Waiting for a mutex needs no database connection. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>();

  /** Runs `work` after all earlier calls with this name. Throws `late()` if the wait takes longer than `waitMs`. */
  async runExclusive<Result>(name: string, waitMs: number, late: () => Error, work: () => Promise<Result>): Promise<Result> {
    const mutex = this.#mutexes.get(name) ?? new Mutex();
    this.#mutexes.set(name, mutex);
    const acquiring = withTimeout(mutex, waitMs).acquire();
    const release = await acquiring.catch(() => {
      throw late();
    });
    try {
      return await work();
    } finally {
      release();
      // Deletes the mutex only if it is unlocked, because a caller that has timed out still acquires the mutex for a moment.
      void mutex.waitForUnlock().then(() => {
        if (!mutex.isLocked() && this.#mutexes.get(name) === mutex) this.#mutexes.delete(name);
      });
    }
  }
}
