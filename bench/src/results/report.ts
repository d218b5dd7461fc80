import { readEnvironment } from "./environment.js";
import { absentFigures, formatFigure, formatGoal, isReached, isRegression } from "./judge.js";
import { type Chart, type Environment, type Limit, type Result, readResult, resultsFolder, type Table, writeResult } from "./result.js";

interface About {
  name: string;
  title: string;
  /** Sentences for docs/performance.md. */
  description: string[];
}

/** A limit that can have another bound (`short`) for runs with `--short`. A run with `--short` fails if a figure breaks this bound. */
export type CheckedLimit = Limit & { short?: number };

/** Collects the figures of one benchmark. By default, reads the environment first, because the benchmark raises the load. */
export function createReport(about: About, isShort: boolean, environment: Environment = readEnvironment(), folder = resultsFolder) {
  const limits: CheckedLimit[] = [];
  const tables: Table[] = [];
  const charts: Chart[] = [];
  return {
    isShort,
    limit: (limit: CheckedLimit) => void limits.push({ ...limit, value: Number.isFinite(limit.value) ? limit.value : null }),
    table(table: Table) {
      tables.push(table);
      printTable(table);
    },
    chart: (chart: Chart) => void charts.push(chart),
    /** Prints the limits. Sets the exit code. Without `--short`, records the result. */
    async finish(): Promise<void> {
      console.log("");
      if (isShort) return checkShort(limits);
      const regressions = printLimits(limits, (await readResult(about.name, folder))?.limits ?? []);
      const result: Result = { ...about, environment, limits: limits.map(({ short: _, ...limit }) => limit), tables, charts };
      if (regressions.length === 0 || process.env.BENCH_RECORD === "always") await writeResult(result, folder);
      else {
        console.log(`bench/results/${about.name}.json is unchanged because of these regressions:\n${regressions.join("\n")}`);
        console.log("BENCH_RECORD=always records the run.");
        process.exitCode = 1;
      }
    },
  };
}

function checkShort(limits: readonly CheckedLimit[]): void {
  for (const { short, ...limit } of limits) {
    if (short === undefined) continue;
    const bound: Limit = { ...limit, ...(limit.atLeast === undefined ? { atMost: short } : { atLeast: short }) };
    const isWithin = isReached(bound);
    if (!isWithin) process.exitCode = 1;
    console.log(
      `${isWithin ? "ok         " : "OUT OF BOUND"} ${limit.text}: ${formatFigure(limit.value, limit.unit)} (${formatGoal(bound)})`,
    );
  }
}

/** Prints the limits of a run without `--short`. Returns a line for each regression. */
function printLimits(limits: readonly Limit[], recorded: readonly Limit[]): string[] {
  const regressions: string[] = [];
  for (const limit of limits) {
    const before = recorded.find(({ text }) => text === limit.text);
    const verdict = isReached(limit) ? "reached     " : limit.value === null ? "NOT MEASURED" : "NOT REACHED ";
    const notes = [
      formatGoal(limit),
      ...(before ? [`recorded: ${formatFigure(before.value, limit.unit)}`] : []),
      ...(limit.note ? [limit.note] : []),
    ];
    const line = `${limit.text}: ${formatFigure(limit.value, limit.unit)} (${notes.join("; ")})`;
    console.log(`${verdict} ${line}`);
    if (isRegression(limit, before)) regressions.push(line);
  }
  for (const { text, value, unit } of absentFigures(limits, recorded))
    regressions.push(`${text}: not part of this run (recorded: ${formatFigure(value, unit)})`);
  return regressions;
}

function printTable({ title, columns, rows, note }: Table): void {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join("  ");
  console.log(`\n${title}\n${line(columns)}\n${rows.map(line).join("\n")}${note ? `\n${note}` : ""}`);
}
