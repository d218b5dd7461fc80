/** Runs tasks of one key one after the other, those of different keys side by side, up to a number. */
export class SerialQueues {
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  readonly #ready: string[] = [];
  #running = 0;
  #size = 0;
  readonly #watchers = new Set<{ most: number; tell(): void }>();
  constructor(readonly concurrency: number) {}

  /** Adds a task; it has to handle its own errors. */
  add(key: string, task: () => Promise<void>): void {
    this.#size += 1;
    const queue = this.#waiting.get(key);
    if (queue) {
      queue.push(task);
      return;
    }
    this.#waiting.set(key, [task]);
    this.#ready.push(key);
    this.#start();
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    return this.below(1);
  }

  /** Resolves when fewer than this many run or wait. */
  async below(number: number): Promise<void> {
    if (this.#size >= number) await new Promise<void>((tell) => this.#watchers.add({ most: number - 1, tell }));
  }

  #start(): void {
    while (this.#running < this.concurrency) {
      const key = this.#ready.shift();
      if (key === undefined) return;
      this.#running += 1;
      void this.#runOne(key);
    }
  }

  /** One task of a key, then the key goes to the end of the line: a busy record does not keep others waiting. */
  async #runOne(key: string): Promise<void> {
    const queue = this.#waiting.get(key) ?? [];
    try {
      await queue[0]?.();
    } finally {
      queue.shift();
      if (queue.length > 0) this.#ready.push(key);
      else this.#waiting.delete(key);
      this.#running -= 1;
      this.#start();
      this.#size -= 1;
      for (const watcher of this.#watchers) {
        if (this.#size > watcher.most) continue;
        this.#watchers.delete(watcher);
        watcher.tell();
      }
    }
  }
}
