const month = (year: number, index: number) => new Date(Date.UTC(year, index, 1)).toISOString();

export function lastMonthOf(now: Date): { start: string; end: string } {
  const [year, index] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: month(year, index - 1), end: month(year, index) };
}

export function decemberOf(now: Date): { start: string; end: string } {
  const year = now.getUTCFullYear();
  return { start: month(year, 11), end: month(year, 12) };
}
