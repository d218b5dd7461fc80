import { escapeHtml } from "../../../bench/load/format.js";
import { textOf } from "../../../bench/src/document/svg.js";
import { namedColor } from "./colors.js";
import { unbroken } from "./draw-lines.js";
import type { PanelData } from "./read-panel.js";
import type { TimeRange } from "./record.js";
import { drawTimes, type Frame, round, svg, timeScale } from "./svg.js";

/** Draws a panel of the type `state-timeline`: a row for each series, with the color of the mapped value. */
export function drawStates({ panel, series, stepSeconds }: PanelData, range: TimeRange, size: { width: number; height: number }): string {
  const mapped = Object.assign({}, ...(panel.fieldConfig?.defaults.mappings ?? []).map(({ options }) => options));
  const labelWidth = Math.max(...series.map(({ name }) => name.length)) * 6.8 + 10;
  const frame: Frame = { ...size, left: Math.ceil(labelWidth), right: size.width - 8, top: 4, bottom: size.height - 22 };
  const x = timeScale(range, frame);
  const rowHeight = (frame.bottom - frame.top) / Math.max(1, series.length);
  const rows = series.map(({ name, points }, index) => {
    const y = round(frame.top + rowHeight * (index + 0.1));
    const bars = unbroken(points, stepSeconds)
      .flatMap((part) => sameValues(part))
      .map(({ from, to, value }) => {
        const color = namedColor((mapped[String(value)] as { color: string } | undefined)?.color ?? "#888");
        const end = Math.min(range.end, to + stepSeconds);
        return `<rect x="${x(from)}" y="${y}" width="${round(x(end) - x(from))}" height="${round(rowHeight * 0.8)}" fill="${color}"/>`;
      });
    return textOf(frame.left - 6, round(y + rowHeight * 0.4 + 4), escapeHtml(name), 'text-anchor="end"') + bars.join("");
  });
  return svg(frame, [drawTimes(range, frame), ...rows]);
}

/** Joins successive points with the same value. */
export function sameValues(points: readonly { time: number; value: number }[]): { from: number; to: number; value: number }[] {
  const spans: { from: number; to: number; value: number }[] = [];
  for (const { time, value } of points) {
    const last = spans.at(-1);
    if (last?.value === value) last.to = time;
    else spans.push({ from: time, to: time, value });
  }
  return spans;
}
