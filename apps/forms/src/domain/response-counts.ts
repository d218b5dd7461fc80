import type { PlacementTotals, ResponseSeriesPoint, ResponseTotals } from "../generated/types.js";

export type Counts = Pick<ResponseTotals, "total" | "complete" | "incomplete" | "skipped">;

export type DayCounts = Omit<ResponseSeriesPoint, "__typename">;

export type PlacementCounts = Counts & { placementId: string | null };

/** Sums the counts of all days. `completionRate` is `complete` / `total`, or null if `total` is 0. */
export function totalsOf(counts: readonly Counts[]): ResponseTotals {
  const sum = (of: keyof Counts): number => counts.reduce((all, one) => all + one[of], 0);
  const [total, complete] = [sum("total"), sum("complete")];
  return { total, complete, incomplete: sum("incomplete"), skipped: sum("skipped"), completionRate: total > 0 ? complete / total : null };
}

export function totalsByPlacement(counts: readonly PlacementCounts[]): PlacementTotals[] {
  const idOf = ({ placementId }: PlacementCounts): string => placementId ?? "";
  return [...counts]
    .sort((a, b) => b.total - a.total || (idOf(a) < idOf(b) ? -1 : 1))
    .map((one) => ({ placementId: one.placementId, totals: totalsOf([one]) }));
}

export function seriesOf(days: readonly string[], counted: readonly DayCounts[]): ResponseSeriesPoint[] {
  const byDay = new Map(counted.map((counts) => [counts.day, counts]));
  return days.map((day) => byDay.get(day) ?? { day, total: 0, complete: 0, incomplete: 0, skipped: 0, attributed: 0 });
}
