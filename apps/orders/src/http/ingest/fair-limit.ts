/** Limits concurrent tasks. Keys (workspaces) take turns, so that a long queue of one delays another by at most one task. */
export class FairLimit {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #total = 0;

  /** `maxRunningPerKey` is lower, so that another key need not wait for any task of the first. */
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
      // Moves the key behind all others; a Map iterates in insertion order and meets it again at the end.
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
    }
  }
}
