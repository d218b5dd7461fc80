import { escapeHtml } from "../format.js";
import type { Scale } from "./scale.js";

export interface Series {
  name: string;
  /** A point without a y value interrupts the line. */
  points: readonly { x: number; y: number | undefined }[];
}

export interface Plot {
  title: string;
  xLabel: string;
  yLabel: string;
  x: Scale;
  y: Scale;
  series: readonly Series[];
}

// Sizes in pixels. Labels remain readable on a phone (390 px).
const size = { width: 350, height: 220, left: 44, right: 14, top: 22, bottom: 38 };
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

const round = (value: number): number => Math.round(value * 10) / 10;
const clamp = (share: number): number => Math.min(1, Math.max(0, share));
const left = (scale: Scale, value: number): number => round(size.left + clamp(scale.at(value)) * inner.width);
const top = (scale: Scale, value: number): number => round(size.top + (1 - clamp(scale.at(value))) * inner.height);

/** Returns an SVG line plot with a legend. */
export function renderPlot({ title, xLabel, yLabel, x, y, series }: Plot): string {
  const bottom = size.top + inner.height;
  const horizontal = y.ticks.map(({ value, label }) => {
    const position = top(y, value);
    return `<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${position}" y2="${position}"/><text x="${size.left - 5}" y="${position + 4}" text-anchor="end">${label}</text>`;
  });
  const vertical = x.ticks.map(({ value, label }) => `<text x="${left(x, value)}" y="${bottom + 15}" text-anchor="middle">${label}</text>`);
  const lines = series.map(({ points }, index) => `<path class="line s${index}" d="${pathOf(points, x, y)}"/>`);
  const keys = series.map(
    ({ name }, index) =>
      `<li><svg viewBox="0 0 22 8" aria-hidden="true"><path class="line s${index}" d="M1 4H21"/></svg>${escapeHtml(name)}</li>`,
  );
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escapeHtml(title)}">
${horizontal.join("")}${vertical.join("")}
<text x="${size.left}" y="11">${escapeHtml(yLabel)}</text><text x="${size.width - size.right}" y="${size.height - 6}" text-anchor="end">${escapeHtml(xLabel)}</text>
${lines.join("")}</svg><ul class="legend">${keys.join("")}</ul></figure>`;
}

function pathOf(points: Series["points"], x: Scale, y: Scale): string {
  let path = "";
  let isDrawing = false;
  for (const point of points) {
    if (point.y !== undefined) path += `${isDrawing ? "L" : "M"}${left(x, point.x)} ${top(y, point.y)}`;
    // Draws a single point as a line of length 0 with round caps.
    if (point.y !== undefined && !isDrawing) path += "h0";
    isDrawing = point.y !== undefined;
  }
  return path;
}
