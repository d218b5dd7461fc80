import { textOf } from "../../../bench/src/document/svg.js";
import { timeTicks } from "./axis.js";
import type { TimeRange } from "./record.js";

/** Inner area of a plot in pixels, and the size of its picture. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns a function that maps a time to its x position. */
export function timeScale({ start, end }: TimeRange, { left, right }: Frame): (time: number) => number {
  return (time) => round(left + ((time - start) / (end - start)) * (right - left));
}

/** Draws the grid lines and labels of the times. */
export function drawTimes(range: TimeRange, frame: Frame): string {
  const x = timeScale(range, frame);
  return timeTicks(range.start, range.end)
    .map(({ value, label }) => {
      const line = `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${frame.top}" y2="${frame.bottom}"/>`;
      // A label at the edge would be outside the picture.
      return frame.right - x(value) < 14 ? line : line + textOf(x(value), frame.bottom + 16, label, 'text-anchor="middle"');
    })
    .join("");
}

export const svg = ({ width, height }: Frame, content: readonly string[]): string =>
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content.join("")}</svg>`;
