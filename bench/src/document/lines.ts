import { linearScale } from "../../load/report/scale.js";
import type { Chart } from "../results/result.js";
import { colors, legendOf, svgOf, textOf } from "./svg.js";

const size = { width: 720, height: 320, left: 60, right: 24, top: 52, bottom: 44 };
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

/** Returns a line for each series. The labels are the numbers of the x axis. */
export function renderLines({ title, unit, xLabel = "", labels, series }: Chart): string {
  const numbers = labels.map(Number);
  const x = linearScale(Math.max(...numbers));
  const y = linearScale(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const left = (value: number) => Math.round(size.left + x.at(value) * inner.width);
  const top = (value: number) => Math.round(size.top + (1 - y.at(value)) * inner.height);
  const bottom = size.top + inner.height;
  const horizontal = y.ticks.map(
    ({ value, label }) =>
      `<line x1="${size.left}" x2="${size.width - size.right}" y1="${top(value)}" y2="${top(value)}" stroke="#ddd"/>${textOf(size.left - 8, top(value) + 4, label, 'text-anchor="end"')}`,
  );
  const vertical = x.ticks.map(({ value, label }) => textOf(left(value), bottom + 18, label, 'text-anchor="middle"'));
  const lines = series.map(({ values }, index) => {
    const points = values.flatMap((value, at) => (value === null ? [] : [`${left(numbers[at] ?? 0)},${top(value)}`]));
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colors[index % colors.length]}" stroke-width="2"/>`;
  });
  const names = series.map(({ name }) => name);
  return svgOf(size.width, size.height, title, [
    textOf(10, 18, `${title}, ${unit}`, 'font-size="14" font-weight="bold"'),
    legendOf(names, size.left, 38),
    ...horizontal,
    ...vertical,
    textOf(size.width - size.right, size.height - 6, xLabel, 'text-anchor="end"'),
    ...lines,
  ]);
}
