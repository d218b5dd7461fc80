const longestMs = 10_000;
/** Who lived this long has recovered: its next end is treated as the first. */
export const recoveredMs = 30_000;

/** How long to wait before the next start of a process that has ended `ends` times in a row: at once, then longer and longer. */
export function restartDelay(ends: number): number {
  return ends <= 1 ? 0 : Math.min(longestMs, 250 * 2 ** (ends - 2));
}
