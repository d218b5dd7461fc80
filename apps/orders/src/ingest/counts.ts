import type { Result } from "./intake.js";

/** How many records had which outcome. */
export type Counts = Record<Result["outcome"], number>;

/** The same results, counted; tells the counts once, when they end, are left or fail. */
export async function* counted(results: AsyncIterable<Result[]>, tell: (counts: Counts) => void): AsyncGenerator<Result[]> {
  const counts: Counts = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
  try {
    for await (const some of results) {
      for (const { outcome } of some) counts[outcome] += 1;
      yield some;
    }
  } finally {
    tell(counts);
  }
}
