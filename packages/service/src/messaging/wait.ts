import { setTimeout as delay } from "node:timers/promises";

/** `abortable`, `waitForConnection` and `acquireLease` reject with `AbortError` if the signal aborts first. */
export class AbortError extends Error {
  constructor() {
    super("aborted");
    this.name = "AbortError";
  }
}

/** Resolves or rejects like the promise, or rejects with AbortError when the signal aborts. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const interrupt = () => reject(new AbortError());
    if (signal.aborted) interrupt();
    signal.addEventListener("abort", interrupt, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", interrupt));
  });
}

/** Waits until the time is over or the signal aborts. Never rejects. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Returns true if the promise fulfills, and false if it rejects. Never rejects. */
export function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}

/**
 * Returns the wait in milliseconds after `failures` consecutive failures. The wait is `first` after one failure, and doubles after each
 * further failure, up to `most`.
 */
export function backoff(failures: number, first = 100, most = 5_000): number {
  return Math.min(most, first * 2 ** Math.min(failures - 1, 30));
}

/** `notify` ends the current `wait`. If no code is waiting, the next `wait` ends immediately. */
export class Signal {
  #rung = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits until `notify` is called, the time is over or the signal aborts. Only one caller may wait at a time. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      let wake = () => {};
      // Does not use `sleep`, because aborting a timer of `node:timers/promises` creates an error with a stack.
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.#wake = wake;
        signal.addEventListener("abort", wake, { once: true });
        timer = setTimeout(wake, milliseconds);
      });
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
