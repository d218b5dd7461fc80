import { OffergraphError } from "./errors.js";

export interface RetryOptions {
  maxRetries: number;
  /** Wait before the first repeated attempt, without `Retry-After`. Each further wait is twice as long. */
  retryDelayMs: number;
  signal: AbortSignal | undefined;
}

const maxDelayMs = 8_000;
/** A longer wait ends the call. The rate limits of the API allow new requests within a minute. */
const maxRetryAfterMs = 65_000;

/** Repeats an attempt after a temporary error. Waits as long as `Retry-After` says, but at least the exponential delay with jitter. */
export async function withRetries<Result>(
  { maxRetries, retryDelayMs, signal }: RetryOptions,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const canRepeat = error instanceof OffergraphError && error.isTemporary && failures < maxRetries;
      if (!canRepeat || error.retryAfterMs > maxRetryAfterMs) throw error;
      const delayMs = Math.min(maxDelayMs, retryDelayMs * 2 ** failures) * (0.5 + Math.random() / 2);
      await pause(Math.max(error.retryAfterMs, delayMs), signal);
    }
  }
}

/** Waits. Rejects with the reason of the signal as soon as the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

/** Reads the header `Retry-After`, which has a number of seconds or a date. */
export function retryAfterOf(headers: Headers): number {
  const text = headers.get("retry-after");
  if (!text) return 0;
  const seconds = Number(text);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(text) - Date.now() || 0 : seconds * 1000);
}
