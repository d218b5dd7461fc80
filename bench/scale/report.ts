import { readEnvironment } from "../src/results/environment.js";
import { type CheckedLimit, createReport } from "../src/results/report.js";
import type { Chart } from "../src/results/result.js";

/** A part of the benchmark `scale`, with its own result file. */
export interface Part<Row> {
  /** The result file is `scale-<name>.json`. */
  name: string;
  title: string;
  /** Sentences for docs/performance.md. */
  description: string[];
  /** Title of the table. */
  table: string;
  /** Columns of the table, and their values. */
  columns: Record<string, (row: Row) => number | string>;
  limits?(rows: readonly Row[]): CheckedLimit[];
  chart?(rows: readonly Row[]): Chart;
}

// Reads the environment before the systems start, because they raise the load average.
const environment = readEnvironment();

/** Measures a part, prints its table and limits, and records its result (see `createReport`). */
export async function reportPart<Row>(part: Part<Row>, isShort: boolean, measure: () => Promise<Row[]>): Promise<void> {
  const { name, title, description, columns } = part;
  const report = createReport({ name: `scale-${name}`, title, description }, isShort, environment);
  const rows = await measure();
  report.table({
    title: part.table,
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((cell) => textOf(cell(row)))),
  });
  for (const limit of part.limits?.(rows) ?? []) report.limit(limit);
  if (part.chart) report.chart(part.chart(rows));
  await report.finish();
}

function textOf(value: number | string): string {
  return typeof value === "number" ? value.toLocaleString("en-US") : value;
}
