import { colors, legendOf, svgOf, textOf } from "../../../bench/src/document/svg.js";
import { endOf, type ReceivedSpan, startOf } from "./span-tree.js";

const width = 1_000;
const labelWidth = 430;
const rowHeight = 20;
const top = 62;
const indent = 9;

/** Draws the spans of a trace as a waterfall: one row for each span, below its parent. */
export function waterfallOf(title: string, spans: readonly ReceivedSpan[]): string {
  const rows = inOrder(spans);
  const start = Math.min(...spans.map(startOf));
  const total = Math.max(...spans.map(endOf)) - start;
  const services = [...new Set(rows.map(({ span }) => span.service))];
  const scale = (width - labelWidth - 70) / total;
  const content = rows.flatMap(({ span, depth }, index) => {
    const y = top + index * rowHeight;
    const x = labelWidth + (startOf(span) - start) * scale;
    const long = endOf(span) - startOf(span);
    const bar = Math.max(1.5, long * scale);
    const fill = colors[services.indexOf(span.service) % colors.length];
    return [
      textOf(10 + depth * indent, y + 11, escaped(span.name)),
      `<rect x="${x.toFixed(1)}" y="${y}" width="${bar.toFixed(1)}" height="13" rx="2" fill="${fill}"/>`,
      textOf(Number((x + bar + 4).toFixed(1)), y + 11, `${long.toFixed(1)} ms`, 'font-size="10" fill="#555"'),
    ];
  });
  const height = top + rows.length * rowHeight + 10;
  const heading = textOf(10, 20, escaped(title), 'font-size="15" font-weight="bold"');
  return svgOf(width, height, escaped(title), [heading, legendOf(services, 10, 42), ...content]);
}

interface Row {
  span: ReceivedSpan;
  depth: number;
}

/** Returns each span after its parent. Spans with the same parent are in the order of their start. */
function inOrder(spans: readonly ReceivedSpan[]): Row[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const sorted = [...spans].sort((one, other) => startOf(one) - startOf(other));
  const below = (parent: string | undefined, depth: number): Row[] =>
    sorted
      .filter(({ parentSpanId }) => (parent === undefined ? !ids.has(parentSpanId ?? "") : parentSpanId === parent))
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
