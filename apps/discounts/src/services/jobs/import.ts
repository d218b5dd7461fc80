import { createJob } from "@offergraph/service/long-jobs/create";
import { readPart } from "@offergraph/service/long-jobs/parts";
import type { ClaimedJob, JobRow } from "@offergraph/service/long-jobs/rows";
import { batchOf, type Progress } from "@offergraph/service/long-jobs/step";
import { type discountCodeCreated, jobCreated } from "@offergraph/shared/contracts/events/discounts";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { warningsOfCreated } from "../../domain/warnings.js";
import type { MutationTx, Tx } from "../../tx.js";
import type { Layout, Meaning } from "../import/columns.js";
import { duplicateFinder } from "../import/duplicates.js";
import { readRow } from "../import/row.js";
import { rowValidator } from "../import/row-validator.js";
import { type FileRow, readRows } from "../import/rows.js";
import { writeRows } from "../import/write-rows.js";

const batchSize = 500;
const maxRows = 10_000;
const path = ["input", "csv"];

interface Parameters {
  layout: [Meaning, { position: number; heading: string }][];
}

export interface ParsedFile {
  layout: Layout;
  ignored: string[];
  rows: FileRow[];
}

/** Parses a CSV file and finds duplicate codes. Adds an error and returns undefined if the file is malformed or has too many rows. */
export async function parseFile(csv: string, errors: Violations): Promise<ParsedFile | undefined> {
  if (errors.has(path)) return undefined;
  try {
    const file = await readRows(contentOf(csv));
    const duplicateOf = duplicateFinder(file.layout);
    const rows: FileRow[] = [];
    for await (const row of file.rows) {
      const problem = row.problem ?? duplicateOf(row);
      rows.push(problem ? { ...row, problem } : row);
      if (rows.length > maxRows) {
        errors.add(path, "LIMIT_EXCEEDED", `The file has more than ${maxRows} rows. Split the file.`);
        return undefined;
      }
    }
    return { ...file, rows };
  } catch (error) {
    errors.add(path, "INVALID", (error as Error).message);
    return undefined;
  }
}

async function* contentOf(csv: string): AsyncGenerator<Buffer> {
  yield Buffer.from(csv);
}

export async function startImport(tx: MutationTx<typeof jobCreated>, { layout, rows }: ParsedFile): Promise<JobRow> {
  const parts = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    JSON.stringify(rows.slice(index * batchSize, (index + 1) * batchSize)),
  );
  const parameters: Parameters = { layout: [...layout] };
  return createJob(tx, jobCreated, { kind: "IMPORT_DISCOUNT_CODES", total: rows.length, parameters }, parts);
}

/**
 * Position of the next row: number of the file's part, and index of the row in the part. Older versions of the service stored only the
 * part's number.
 */
type Cursor = { part: number; index: number } | number;

export async function importBatch(tx: Tx<typeof discountCodeCreated>, job: ClaimedJob): Promise<Progress> {
  const cursor = JSON.parse(job.cursor ?? "0") as Cursor;
  const { part, index } = typeof cursor === "number" ? { part: cursor, index: 0 } : cursor;
  const partRows = JSON.parse((await readPart(tx.sql, job.rowId, part)) ?? "[]") as FileRow[];
  const end = index + batchOf(job, batchSize);
  const fileRows = partRows.slice(index, end);
  const layout: Layout = new Map((JSON.parse(job.parameters) as Parameters).layout);
  const validator = rowValidator();
  const rows = fileRows.map(({ line, cells, problem }) => {
    const row = readRow(cells, layout, validator);
    return { ...row, line, problems: problem ? [problem] : row.problems };
  });
  const created = await writeRows(
    tx,
    rows.filter(({ problems }) => problems.length === 0),
  );
  const errors = rows.flatMap(({ line, problems }) =>
    problems.map(({ column, reason }) => ({ row: line, field: column, message: reason })),
  );
  const isFinished = job.done + rows.length >= (job.total ?? 0);
  const next: Cursor = end < partRows.length ? { part, index: end } : { part: part + 1, index: 0 };
  return { done: rows.length, errors, warnings: warningsOfCreated(created, tx.now), cursor: next, isFinished };
}
