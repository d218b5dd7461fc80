const width = 24;

/** Returns the text of a progress bar, such as "[###### ] 25 of 100". Without a total, returns only `done` and `noun`. */
export function progressText(done: number, total: number | null | undefined, noun: string): string {
  if (total == null || total <= 0) return `${done} ${noun}`;
  const filled = Math.min(width, Math.floor((done / total) * width));
  return `[${"#".repeat(filled).padEnd(width)}] ${done} of ${total} ${noun}`;
}
