import type { Result } from "./process-batches.js";

/** Number of records by outcome. */
export type Counts = Record<Result["outcome"], number>;

/** Yields the same results and calls `report` once with the counts when they end, fail or are abandoned. */
export async function* counted(results: AsyncIterable<Result[]>, report: (counts: Counts) => void): AsyncGenerator<Result[]> {
  const counts: Counts = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
  try {
    for await (const some of results) {
      for (const { outcome } of some) counts[outcome] += 1;
      yield some;
    }
  } finally {
    report(counts);
  }
}
