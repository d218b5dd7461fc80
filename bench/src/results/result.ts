import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { repository } from "../../../e2e/src/start-system.js";

const limitSchema = z.object({
  text: z.string(),
  unit: z.string(),
  /** Null if the figure could not be measured, for example without a peer. */
  value: z.number().nullable(),
  /** Goal of the figure: an upper bound or a lower bound. */
  atMost: z.number().optional(),
  atLeast: z.number().optional(),
  /** Reason why the figure could not be measured. */
  note: z.string().optional(),
});

const tableSchema = z.object({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  note: z.string().optional(),
});

const chartSchema = z.object({
  file: z.string(),
  title: z.string(),
  /** `bars` stacks the values of all series of a label. `lines` uses the labels as numbers of the x axis. */
  kind: z.enum(["bars", "lines"]),
  unit: z.string(),
  xLabel: z.string().optional(),
  labels: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
});

const environmentSchema = z.object({
  processor: z.string(),
  cores: z.number(),
  memoryGiB: z.number(),
  node: z.string(),
  loadAverage: z.number(),
  commit: z.string(),
  date: z.string(),
});

const resultSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.array(z.string()),
  environment: environmentSchema,
  limits: z.array(limitSchema),
  tables: z.array(tableSchema),
  charts: z.array(chartSchema),
});

export type Limit = z.infer<typeof limitSchema>;
export type Table = z.infer<typeof tableSchema>;
export type Chart = z.infer<typeof chartSchema>;
export type Environment = z.infer<typeof environmentSchema>;
export type Result = z.infer<typeof resultSchema>;

export const resultsFolder = path.join(repository, "bench/results");

/** Returns the recorded result of a benchmark, or undefined. */
export async function readResult(name: string, folder = resultsFolder): Promise<Result | undefined> {
  const text = await readFile(path.join(folder, `${name}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : resultSchema.parse(JSON.parse(text));
}

export async function writeResult(result: Result, folder = resultsFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${result.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
