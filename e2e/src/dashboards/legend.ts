import type { Calculation, Legend } from "./dashboard.js";
import { formatValue } from "./format-value.js";
import type { Series } from "./prometheus.js";

/** Replaces `{{label}}` by the value of the label. A missing label becomes an empty text, as in Grafana. */
export function seriesName(legendFormat: string, labels: Series["labels"]): string {
  return legendFormat.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, label: string) => labels[label] ?? "").trim();
}

type Calculate = (values: readonly number[]) => number;

const calculations: Readonly<Record<Calculation, { label: string; of: Calculate }>> = {
  lastNotNull: { label: "Last", of: (values) => values.at(-1) ?? 0 },
  max: { label: "Max", of: (values) => Math.max(...values) },
};

const valuesOf = ({ points }: Pick<Series, "points">) => points.map(({ value }) => value);

export const calcLabels = ({ calcs = [] }: Legend): string[] => calcs.map((name) => calculations[name].label);

/** Returns the formatted calculations of a series in the order of the legend. */
export function calcValues({ calcs = [] }: Legend, unit: string, series: Pick<Series, "points">): string[] {
  return calcs.map((name) => formatValue(unit, calculations[name].of(valuesOf(series))));
}

/** Sorts the series by the calculation of `sortBy`. Series with the same value keep their order. */
export function sortSeries<Sorted extends Pick<Series, "points">>({ sortBy, sortDesc }: Legend, series: readonly Sorted[]): Sorted[] {
  const calculation = Object.values(calculations).find(({ label }) => label === sortBy);
  if (!calculation) return [...series];
  const sign = sortDesc ? -1 : 1;
  return [...series].sort((one, other) => sign * (calculation.of(valuesOf(one)) - calculation.of(valuesOf(other))));
}
