const longestMs = 10_000;
/** A process that ran this long has recovered: its next exit counts as the first. */
export const recoveredMs = 30_000;

/** Delay before restarting a process that has exited `ends` times in a row: none first, then exponential. */
export function restartDelay(ends: number): number {
  return ends <= 1 ? 0 : Math.min(longestMs, 250 * 2 ** (ends - 2));
}
