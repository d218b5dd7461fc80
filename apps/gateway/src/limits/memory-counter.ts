import type { Window } from "./limit.js";

interface Entry {
  count: number;
  /** End of the window in milliseconds since 1970. */
  endsAt: number;
}

/** Counts in the memory of this process, without a promise or timer per request. Deletes ended windows about once per window. */
export class MemoryCounter {
  readonly #windows = new Map<string, Entry>();
  readonly #windowMs: number;
  #nextSweep = 0;

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
  }

  add(subject: string): Window {
    const now = Date.now();
    const known = this.#windows.get(subject);
    if (known && known.endsAt > now) {
      known.count += 1;
      return { count: known.count, endsInMs: known.endsAt - now };
    }
    if (now >= this.#nextSweep) this.#sweep(now);
    this.#windows.set(subject, { count: 1, endsAt: now + this.#windowMs });
    return { count: 1, endsInMs: this.#windowMs };
  }

  read(subject: string): Window {
    const now = Date.now();
    const known = this.#windows.get(subject);
    return known && known.endsAt > now ? { count: known.count, endsInMs: known.endsAt - now } : { count: 0, endsInMs: this.#windowMs };
  }

  /** Number of windows in memory, including ended windows that are not deleted yet. */
  get size(): number {
    return this.#windows.size;
  }

  #sweep(now: number): void {
    for (const [subject, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(subject);
    this.#nextSweep = now + this.#windowMs;
  }
}
