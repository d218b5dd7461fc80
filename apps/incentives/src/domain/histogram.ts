/** Returns ten buckets from 0 to 1. `tenths` has the counts of non-empty buckets by index. */
export function histogramOf(tenths: ReadonlyMap<number, number>): { from: number; to: number; count: number }[] {
  return Array.from({ length: 10 }, (_, tenth) => ({ from: tenth / 10, to: (tenth + 1) / 10, count: tenths.get(tenth) ?? 0 }));
}
