import { ApiError, ConnectionError } from "./errors.js";
import type { Retry } from "./types.js";

export interface RetryOptions {
  maxRetries: number;
  maxRateLimitRetries: number;
  /** Wait before the first retry in milliseconds. Each further wait is twice as long, up to `maxDelayMs`. */
  retryDelayMs: number;
  onRetry: ((retry: Retry) => void) | undefined;
  signal: AbortSignal | undefined;
}

const maxDelayMs = 8_000;
/** If `Retry-After` exceeds this number of milliseconds, the call fails. The API's rate limits reset within a minute. */
const maxRetryAfterMs = 65_000;

/**
 * Repeats an attempt after a temporary error. Before each retry, waits for `Retry-After` or for the exponential delay with jitter,
 * whichever is longer.
 */
export async function withRetries<Result>(
  { maxRetries, maxRateLimitRetries, retryDelayMs, onRetry, signal }: RetryOptions,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 0, rejections = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError) || !error.isTemporary) throw error;
      const isLimited = error instanceof ApiError && error.status === 429;
      const count = isLimited ? rejections++ : failures++;
      if (count >= (isLimited ? maxRateLimitRetries : maxRetries) || error.retryAfterMs > maxRetryAfterMs) throw error;
      const backoffMs = Math.min(maxDelayMs, retryDelayMs * 2 ** count) * (0.5 + Math.random() / 2);
      const delayMs = Math.max(error.retryAfterMs, backoffMs);
      onRetry?.({ error, failures: failures + rejections, delayMs });
      await pause(delayMs, signal);
    }
  }
}

/** Waits for `milliseconds`. If the signal aborts, rejects with the signal's reason. */
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
