import { setTimeout as delay } from "node:timers/promises";

/** What `until` rejects with when its signal is aborted first. */
export class Interrupted extends Error {
  constructor() {
    super("interrupted");
    this.name = "Interrupted";
  }
}

/** The promise's outcome, or Interrupted as soon as the signal is aborted. Leaves no listener behind. */
export function until<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const interrupt = () => reject(new Interrupted());
    if (signal.aborted) interrupt();
    signal.addEventListener("abort", interrupt, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", interrupt));
  });
}

/** Waits this many milliseconds, or until the signal is aborted; never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** How long to wait after the nth failure in a row (from 1): doubling from `first` up to `most` milliseconds. */
export function backoff(failures: number, first = 100, most = 5_000): number {
  return Math.min(most, first * 2 ** Math.min(failures - 1, 30));
}

/** Wakes one waiter. Ringing while nobody waits counts for the next wait. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits for the bell, this many milliseconds, or the signal: whichever comes first. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      signal.addEventListener("abort", this.#wake, { once: true });
      if (signal.aborted) woken.abort();
      await pause(milliseconds, woken.signal);
      signal.removeEventListener("abort", this.#wake);
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
