import { graphlib, layout } from "@dagrejs/dagre";
import { type Html, html } from "../html.js";

interface Edge {
  from: string;
  to: string;
  label: string;
}

/** Reads the edges of a state diagram in Mermaid syntax. Each edge has one line, such as `A --> B: label`. */
export function edgesOf(text: string): Edge[] {
  return [...text.matchAll(/^ *(\S+) --> (\S+): (.+)$/gm)].map(([, from = "", to = "", label = ""]) => ({ from, to, label }));
}

const margin = 12;
const nodeHeight = 34;
const characterWidth = 8.2;
const labelSize = 22;

interface Point {
  x: number;
  y: number;
}

/** Draws a state diagram as SVG. The colors come from the style sheet. */
export function drawStates(edges: readonly Edge[], title: string): Html {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 34, edgesep: 18, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const name of new Set(edges.flatMap(({ from, to }) => [from, to])))
    graph.setNode(name, { width: Math.round(name.length * characterWidth + 26), height: nodeHeight });
  for (const { from, to, label } of edges) graph.setEdge(from, to, { width: labelSize, height: labelSize, labelpos: "c" }, label);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const size = [width, height].map((length) => Math.ceil(length)) as [number, number];
  return html`<svg class="states" role="img" aria-label="${title}" viewBox="0 0 ${size[0]} ${size[1]}" width="${size[0]}" height="${size[1]}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8Z"/></marker></defs>
${graph.edges().map((edge: { name?: string }) => drawEdge(graph.edge(edge), edge.name ?? ""))}
${graph.nodes().map((name: string) => drawNode(graph.node(name), name))}
</svg>`;
}

function drawNode({ x, y, width, height }: Point & { width: number; height: number }, name: string): Html {
  return html`<g class="state"><rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" rx="8"/><text x="${round(x)}" y="${round(y + 4.5)}">${name}</text></g>`;
}

function drawEdge({ points, x, y }: { points: readonly Point[] } & Point, label: string): Html {
  return html`<g class="edge"><path d="${pathOf(points)}" marker-end="url(#arrow)"/><circle cx="${round(x)}" cy="${round(y)}" r="10"/><text x="${round(x)}" y="${round(y + 4)}">${label}</text></g>`;
}

/** Returns the SVG path of a smooth line through all points. The line is a cardinal spline. */
function pathOf(points: readonly Point[]): string {
  const near = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] ?? { x: 0, y: 0 };
  const control = (index: number, sign: 1 | -1): Point => {
    const [before, after] = [near(index - 1), near(index + 1)];
    return { x: near(index).x + (sign * (after.x - before.x)) / 6, y: near(index).y + (sign * (after.y - before.y)) / 6 };
  };
  const curves = points.slice(1).map((point, index) => `C${at(control(index, 1))} ${at(control(index + 1, -1))} ${at(point)}`);
  return `M${at(near(0))} ${curves.join(" ")}`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
