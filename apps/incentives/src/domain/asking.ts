const firstWaitMs = 30_000;
const mostTimes = 8;

/** How long the answer to the nth asking for a code (from 1) is waited for, in milliseconds. */
export function patienceAfter(times: number): number {
  return firstWaitMs * 2 ** (times - 1);
}

/** Whether a code that was asked for so many times is asked for again. */
export function mayAskAgain(times: number): boolean {
  return times < mostTimes;
}
