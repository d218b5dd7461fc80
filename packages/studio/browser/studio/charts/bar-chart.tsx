import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { countText } from "../parts/format.js";
import { useWidth } from "./use-width.js";

export interface ChartPoint {
  /** Text below the bar, unique in the chart. */
  name: string;
  /** Height of the bar; null for an unknown value. */
  value: number | null;
  /** The value in words; by default, the number or "unknown". */
  text?: string;
}

interface BarChartProps {
  title: string;
  points: readonly ChartPoint[];
  /** Names of the two columns in the table with the same data. */
  columns: readonly [name: string, value: string];
  /** Writes the numbers next to the vertical axis. */
  tick?: (value: number) => string;
}

const height = 200;
const margin = { top: 12, right: 8, bottom: 28, left: 52 };
const tickWidth = 72;
const maxBarWidth = 48;

/** A bar chart. A table with the same data is next to it, for screen readers and for exact numbers. */
export function BarChart({ title, points, columns, tick = countText }: BarChartProps) {
  const [ref, width] = useWidth<HTMLElement>();
  return (
    <figure className="chart" ref={ref}>
      <figcaption>{title}</figcaption>
      {width > 0 && <Bars points={points} title={title} width={width} tick={tick} />}
      <details>
        <summary>Show as table</summary>
        <DataTable points={points} columns={columns} title={title} />
      </details>
    </figure>
  );
}

function Bars({ points, title, width, tick }: Pick<BarChartProps, "points" | "title"> & { width: number; tick(value: number): string }) {
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  const max = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const x = scaleBand({ domain: points.map(({ name }) => name), range: [margin.left, right], padding: 0.2 });
  const y = scaleLinear({ domain: [0, max], range: [bottom, margin.top], nice: 4 });
  const bar = Math.min(maxBarWidth, x.bandwidth());
  const left = (name: string) => (x(name) ?? 0) + (x.bandwidth() - bar) / 2;
  const everyNth = Math.max(1, Math.ceil((points.length * tickWidth) / (right - margin.left)));
  return (
    <svg width={width} height={height} role="img" aria-label={`${title}. The table below has the numbers.`}>
      <AxisLeft
        left={margin.left}
        scale={y}
        tickValues={y.ticks(4).filter(Number.isInteger)}
        tickFormat={(value) => tick(Number(value))}
        hideTicks
        hideAxisLine
        tickLabelProps={leftLabel}
      />
      {points.map((point) => (
        <PointMark key={point.name} point={point} x={left(point.name)} width={bar} bottom={bottom} y={y} />
      ))}
      <AxisBottom
        top={bottom}
        scale={x}
        hideTicks
        tickValues={points.filter((_point, index) => index % everyNth === 0).map(({ name }) => name)}
        axisLineClassName="axis"
        tickLabelProps={bottomLabel}
      />
    </svg>
  );
}

interface PointMarkProps {
  point: ChartPoint;
  x: number;
  width: number;
  bottom: number;
  y(value: number): number;
}

/** The bar of a point, or a question mark for an unknown value. */
function PointMark({ point, x, width, bottom, y }: PointMarkProps) {
  const title = <title>{`${point.name}: ${textOf(point)}`}</title>;
  if (point.value === null)
    return (
      <text className="tick" x={x + width / 2} y={bottom - 4} textAnchor="middle">
        ?{title}
      </text>
    );
  return (
    <Bar className="bar" x={x} y={y(point.value)} width={width} height={bottom - y(point.value)} rx={2}>
      {title}
    </Bar>
  );
}

function textOf({ value, text }: ChartPoint): string {
  return text ?? (value === null ? "unknown" : countText(value));
}

const leftLabel = { className: "tick", textAnchor: "end", dx: -8, dy: 4 } as const;
const bottomLabel = { className: "tick", textAnchor: "middle", dy: 4 } as const;

function DataTable({ points, columns, title }: Pick<BarChartProps, "points" | "columns" | "title">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table.
    <section className="scroll chart-table" tabIndex={0} aria-label={`Data: ${title}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col" className="number">
              {columns[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.name}>
              <th scope="row">{point.name}</th>
              <td className="number">{textOf(point)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
