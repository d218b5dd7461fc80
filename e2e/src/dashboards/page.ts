import { escapeHtml } from "../../../bench/load/format.js";
import { colorOf, namedColor } from "./colors.js";
import type { Dashboard, Legend } from "./dashboard.js";
import { drawLines } from "./draw-lines.js";
import { drawStates } from "./draw-states.js";
import { calcLabels, calcValues, sortSeries } from "./legend.js";
import type { PanelData } from "./read-panel.js";
import type { TimeRange } from "./record.js";

export const pageWidth = 1_400;
const [margin, gap, gridUnit, columns] = [12, 8, 30, 24];
const titleHeight = 30;
const legendRow = 18;
/** Width in pixels of a character, and of a legend column with a calculation such as "Last". */
const [charWidth, calcWidth] = [7, 72];

const style = `*{box-sizing:border-box}body{margin:0;background:#f4f5f5;color:#24292e;font:12px "DejaVu Sans",sans-serif;position:relative}
header{position:absolute;left:${margin}px;top:12px;font-size:17px}header small{color:#666;font-size:12px;margin-left:12px}
section,h2{position:absolute;margin:0}h2{font-size:14px;font-weight:bold}
section{background:#fff;border:1px solid #dcdee0;border-radius:2px;overflow:hidden}
h3{margin:0;padding:8px 10px 0;height:${titleHeight}px;font-size:13px;font-weight:bold;white-space:nowrap}
svg{display:block;flex:none}svg text{font-size:11px;fill:#555}.grid{stroke:#e4e6e8;stroke-width:1}
.body{display:flex;gap:6px;padding:0 4px}.below{flex-direction:column;gap:0}
ul{margin:0;padding:2px 6px;list-style:none;display:flex;flex-wrap:wrap;column-gap:14px}li{height:${legendRow}px;white-space:nowrap}
i{display:inline-block;width:14px;height:3px;margin:0 5px 3px 0;vertical-align:middle}
table{border-collapse:collapse;font-size:11px;width:100%;align-self:flex-start}td,th{height:${legendRow}px;padding:0 4px;white-space:nowrap;text-align:right;font-weight:normal}
th{color:#1f78c1}td:first-child,th:first-child{text-align:left}`;

/** Returns a page with the panels of a dashboard in Grafana's grid. */
export function renderPage({ title }: Dashboard, panels: readonly PanelData[], range: TimeRange): string {
  const unit = gridUnit + gap;
  const columnWidth = (pageWidth - 2 * margin + gap) / columns;
  const top = 44;
  const boxes = panels.map((data) => {
    const { x, y, w, h } = data.panel.gridPos;
    const size = { width: Math.floor(w * columnWidth - gap), height: h * unit - gap };
    const place = `left:${margin + x * columnWidth}px;top:${top + y * unit}px;width:${size.width}px;height:${size.height}px`;
    const heading = escapeHtml(data.panel.title);
    if (data.panel.type === "row") return `<h2 style="${place};padding-top:8px">${heading}</h2>`;
    return `<section style="${place}" data-title="${heading}"><h3>${heading}</h3>${renderBody(data, range, size)}</section>`;
  });
  const height = top + Math.max(...panels.map(({ panel: { gridPos } }) => gridPos.y + gridPos.h)) * unit + margin;
  const times = [range.start, range.end].map((time) => new Date(time * 1_000).toISOString().slice(11, 19)).join(" to ");
  const head = `<header>${escapeHtml(title)}<small>${times} UTC</small></header>`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body style="height:${height}px">${head}${boxes.join("")}`;
}

function renderBody(data: PanelData, range: TimeRange, { width, height }: { width: number; height: number }): string {
  const legend = data.panel.options?.legend ?? { displayMode: "list", placement: "bottom" };
  const isRight = legend.placement === "right" && legend.displayMode !== "hidden";
  const names = data.panel.type === "state-timeline" ? stateNames(data) : seriesNames(data);
  const below = isRight || legend.displayMode === "hidden" ? 0 : listRows(names, width) * legendRow + 6;
  const legendWidth = isRight ? Math.min(width / 2, tableWidth(names, legend)) : 0;
  const plot = { width: Math.floor(width - legendWidth - 12), height: height - titleHeight - below - 4 };
  const drawing = data.panel.type === "state-timeline" ? drawStates(data, range, plot) : drawLines(data, range, plot);
  const key = legend.displayMode === "table" ? renderTable(data, legend) : renderList(names);
  return `<div class="body${isRight ? "" : " below"}">${drawing}${legend.displayMode === "hidden" ? "" : key}</div>`;
}

interface Name {
  name: string;
  color: string;
}

const seriesNames = ({ series }: PanelData): Name[] => series.map(({ name }, index) => ({ name, color: colorOf(index) }));

const stateNames = ({ panel }: PanelData): Name[] =>
  (panel.fieldConfig?.defaults.mappings ?? []).flatMap(({ options }) =>
    Object.values(options).map(({ text, color }) => ({ name: text, color: namedColor(color) })),
  );

const keyOf = ({ name, color }: Name) => `<i style="background:${color}"></i>${escapeHtml(name)}`;

const renderList = (names: readonly Name[]) => `<ul>${names.map((name) => `<li>${keyOf(name)}</li>`).join("")}</ul>`;

const tableWidth = (names: readonly Name[], { calcs = [] }: Legend) =>
  Math.max(...names.map(({ name }) => name.length)) * charWidth + 34 + calcs.length * calcWidth;

/** Returns the number of lines that a legend with these names needs. */
function listRows(names: readonly Name[], width: number): number {
  let [rows, x] = [1, 0];
  for (const { name } of names) {
    const needed = name.length * 7.4 + 33;
    if (x > 0 && x + needed > width - 12) [rows, x] = [rows + 1, 0];
    x += needed;
  }
  return rows;
}

function renderTable(data: PanelData, legend: Legend): string {
  const unit = data.panel.fieldConfig?.defaults.unit ?? "none";
  const heads = ["Name", ...calcLabels(legend)].map((label) => `<th>${label}</th>`).join("");
  const colored = data.series.map((series, index) => ({ ...series, color: colorOf(index) }));
  const rows = sortSeries(legend, colored).map((series) => {
    const cells = calcValues(legend, unit, series).map((value) => `<td>${value}</td>`);
    return `<tr><td>${keyOf(series)}</td>${cells.join("")}</tr>`;
  });
  return `<table><tr>${heads}</tr>${rows.join("")}</table>`;
}
