/** Limits the number of concurrent tasks. Keys (workspace ids) take turns, so no key can block other keys. */
export class FairLimit {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #total = 0;

  /** With `maxRunningPerKey` below `maxRunning`, one key never uses all slots. */
  constructor(readonly limits: { maxRunning: number; maxRunningPerKey: number }) {}

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      const queue = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, queue);
      queue.push(resolve);
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#total -= 1;
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
      this.#startNext();
    }
  }

  #startNext(): void {
    const { maxRunning, maxRunningPerKey } = this.limits;
    for (const [key, queue] of this.#waiting) {
      if (this.#total >= maxRunning) return;
      const running = this.#running.get(key) ?? 0;
      if (running >= maxRunningPerKey) continue;
      this.#running.set(key, running + 1);
      this.#total += 1;
      queue.shift()?.();
      // Moves the key to the end of the map, where the loop reaches the key again.
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
    }
  }
}
