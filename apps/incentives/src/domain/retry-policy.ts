const firstWaitMs = 30_000;
const maxTimes = 8;

/** Timeout of the nth request for a code (from 1), in milliseconds. */
export function retryDelayAfter(times: number): number {
  return firstWaitMs * 2 ** (times - 1);
}

/** True if a code requested this many times is requested again. */
export function mayRetry(times: number): boolean {
  return times < maxTimes;
}
