const month = (year: number, index: number) => new Date(Date.UTC(year, index, 1)).toISOString();

/** Returns the start of the month before `now` and the start of the month of `now`, in UTC. */
export function lastMonthOf(now: Date): { start: string; end: string } {
  const [year, index] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: month(year, index - 1), end: month(year, index) };
}

/** Returns the start of this year's December and the start of the following January, in UTC. */
export function decemberOf(now: Date): { start: string; end: string } {
  const year = now.getUTCFullYear();
  return { start: month(year, 11), end: month(year, 12) };
}
