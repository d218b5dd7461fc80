import type { PlacementTotals, ResponseSeriesPoint, ResponseTotals } from "../generated/types.js";

/** How many responses there are, and how many of each status. */
export type Counts = Pick<ResponseTotals, "total" | "complete" | "incomplete" | "skipped">;

/** The counts of a day (UTC). */
export type DayCounts = Omit<ResponseSeriesPoint, "__typename">;

/** The counts of a placement; null: of the responses without one. */
export interface PlacementCounts extends Counts {
  placementId: string | null;
}

/** The sum of counts, and the share of those that were answered to the end; null without any. */
export function totalsOf(counts: readonly Counts[]): ResponseTotals {
  const sum = (of: keyof Counts): number => counts.reduce((all, one) => all + one[of], 0);
  const [total, complete] = [sum("total"), sum("complete")];
  return { total, complete, incomplete: sum("incomplete"), skipped: sum("skipped"), completionRate: total > 0 ? complete / total : null };
}

/** Each placement's totals: the one with the most responses first, then by id. */
export function totalsByPlacement(counts: readonly PlacementCounts[]): PlacementTotals[] {
  const idOf = ({ placementId }: PlacementCounts): string => placementId ?? "";
  return [...counts]
    .sort((a, b) => b.total - a.total || (idOf(a) < idOf(b) ? -1 : 1))
    .map((one) => ({ placementId: one.placementId, totals: totalsOf([one]) }));
}

/** A point for each of the days: zeros where nothing is counted. */
export function seriesOf(days: readonly string[], counted: readonly DayCounts[]): ResponseSeriesPoint[] {
  const byDay = new Map(counted.map((counts) => [counts.day, counts]));
  return days.map((day) => byDay.get(day) ?? { day, total: 0, complete: 0, incomplete: 0, skipped: 0, attributed: 0 });
}
