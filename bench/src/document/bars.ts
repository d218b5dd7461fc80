import { linearScale } from "../../load/report/scale.js";
import type { Chart } from "../results/result.js";
import { colors, legendOf, svgOf, textOf } from "./svg.js";

const size = { width: 720, left: 130, right: 70, top: 52, row: 30 };

/** Returns horizontal bars, one for each label. Each bar stacks the values of all series. */
export function renderBars({ title, unit, labels, series }: Chart): string {
  const totals = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const scale = linearScale(Math.max(...totals, 0));
  const inner = size.width - size.left - size.right;
  const bottom = size.top + labels.length * size.row;
  const grid = scale.ticks.map(({ value, label }) => {
    const x = Math.round(size.left + scale.at(value) * inner);
    return `<line x1="${x}" x2="${x}" y1="${size.top - 4}" y2="${bottom}" stroke="#ddd"/>${textOf(x, bottom + 16, label, 'text-anchor="middle"')}`;
  });
  const bars = labels.map((label, row) => {
    const y = size.top + row * size.row + 4;
    let sum = 0;
    const parts = series.map(({ values }, index) => {
      const value = values[row] ?? 0;
      const [start, end] = [sum, sum + value].map((one) => size.left + scale.at(one) * inner) as [number, number];
      sum += value;
      return `<rect x="${start.toFixed(1)}" y="${y}" width="${(end - start).toFixed(1)}" height="${size.row - 8}" fill="${colors[index % colors.length]}"/>`;
    });
    const end = size.left + scale.at(sum) * inner;
    return `${textOf(size.left - 8, y + 15, label, 'text-anchor="end"')}${parts.join("")}${textOf(Math.round(end) + 6, y + 15, `${Math.round(sum)} ${unit}`)}`;
  });
  const heading = textOf(10, 18, title, 'font-size="14" font-weight="bold"');
  const names = series.map(({ name }) => name);
  return svgOf(size.width, bottom + 26, title, [heading, legendOf(names, size.left, 38), ...grid, ...bars]);
}
