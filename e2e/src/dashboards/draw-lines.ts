import { textOf } from "../../../bench/src/document/svg.js";
import { valueAxis } from "./axis.js";
import { colorOf, namedColor } from "./colors.js";
import type { PanelData } from "./read-panel.js";
import type { TimeRange } from "./record.js";
import { drawTimes, type Frame, round, svg, timeScale } from "./svg.js";

type Point = { time: number; value: number };

/** Draws a panel of the type `timeseries`: lines, axes, and the thresholds within the range of the y axis. */
export function drawLines({ panel, series, stepSeconds }: PanelData, range: TimeRange, size: { width: number; height: number }): string {
  const { unit = "none", max, custom, thresholds } = panel.fieldConfig?.defaults ?? {};
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = valueAxis(unit, Math.max(custom?.axisSoftMax ?? 0, ...values), max);
  const labelWidth = Math.max(...axis.ticks.map(({ label }) => label.length)) * 7.4 + 8;
  const frame: Frame = { ...size, left: Math.ceil(labelWidth), right: size.width - 8, top: 8, bottom: size.height - 22 };
  const x = timeScale(range, frame);
  const y = (value: number) => round(frame.bottom - (Math.max(0, value) / axis.max) * (frame.bottom - frame.top));
  const levels = axis.ticks.map(({ value, label }) => {
    const line = `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${y(value)}" y2="${y(value)}"/>`;
    return line + textOf(frame.left - 6, y(value) + 4, label, 'text-anchor="end"');
  });
  const steps = custom?.thresholdsStyle?.mode === "dashed" ? (thresholds?.steps ?? []) : [];
  const limits = steps.flatMap(({ value, color }) => {
    if (value === null || value > axis.max) return [];
    const position = `x1="${frame.left}" x2="${frame.right}" y1="${y(value)}" y2="${y(value)}"`;
    return [`<line ${position} stroke="${namedColor(color)}" stroke-width="1.5" stroke-dasharray="6 4"/>`];
  });
  const lines = series.map(({ points }, index) => drawLine(unbroken(points, stepSeconds), { x, y, color: colorOf(index), panel, frame }));
  return svg(frame, [...levels, drawTimes(range, frame), ...lines, ...limits]);
}

/** Splits the points where a scrape is missing, because Grafana does not connect such points. */
export function unbroken(points: readonly Point[], stepSeconds: number): Point[][] {
  const parts: Point[][] = [];
  for (const point of points) {
    const last = parts.at(-1)?.at(-1);
    if (last && point.time - last.time <= stepSeconds * 1.5) parts.at(-1)?.push(point);
    else parts.push([point]);
  }
  return parts;
}

interface Line {
  x(time: number): number;
  y(value: number): number;
  color: string;
  panel: PanelData["panel"];
  frame: Frame;
}

function drawLine(parts: readonly Point[][], { x, y, color, panel, frame }: Line): string {
  const opacity = (panel.fieldConfig?.defaults.custom?.fillOpacity ?? 0) / 100;
  return parts
    .map((points) => {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return "";
      if (first === last) return `<circle cx="${x(first.time)}" cy="${y(first.value)}" r="2" fill="${color}"/>`;
      const path = points.map(({ time, value }) => `${x(time)} ${y(value)}`).join("L");
      const area = `<path d="M${x(first.time)} ${frame.bottom}L${path}L${x(last.time)} ${frame.bottom}Z" fill="${color}" fill-opacity="${opacity}"/>`;
      return `${opacity > 0 ? area : ""}<path d="M${path}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
    })
    .join("");
}
