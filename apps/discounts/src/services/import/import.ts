import type { Readable } from "node:stream";
import type { ConstraintValidator } from "@offergraph/service/subgraph/constraint-validator";
import { ReadingStopped, untilStopped } from "@offergraph/shared/cli/open-file";
import type { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { handleType, retry } from "cockatiel";
import type { MutationTx } from "../../tx.js";
import type { Layout } from "./columns.js";
import { duplicateFinder } from "./duplicates.js";
import { type Problem, type ReadRow, readRow } from "./row.js";
import { type FileRow, readRows } from "./rows.js";
import { NameTaken, writeRows } from "./write-rows.js";

export interface RowProblem extends Problem {
  line: number;
}

export interface ImportResult {
  created: number;
  unchanged: number;
  rejected: number;
  ignored: string[];
  stopped: boolean;
}

export interface ImportOptions {
  file: Readable;
  validator: ConstraintValidator;
  write<Result>(effect: (tx: MutationTx<typeof discountCodeCreated>) => Promise<Result>): Promise<Result>;
  /** Called after each batch, before the next one (see `backlogLimit`). */
  pause(): Promise<void>;
  onProblem(problem: RowProblem): void;
  onProgress(progress: ImportResult): void;
  /** Signal that stops the import. The import still writes the rows that it has already read. */
  stop: AbortSignal;
}

const batchRows = 500;
const takenNames = retry(handleType(NameTaken), { maxAttempts: 4 });

/** Imports discount codes from a CSV file, one transaction per batch. A repeated import skips existing codes. */
export async function importCodes({ file, validator, write, pause, onProblem, onProgress, stop }: ImportOptions): Promise<ImportResult> {
  const result: ImportResult = { created: 0, unchanged: 0, rejected: 0, ignored: [], stopped: false };
  let batch: ReadRow[] = [];
  const flush = async () => {
    const { length: created } = await takenNames.execute(() => write((tx) => writeRows(tx, batch)));
    result.created += created;
    result.unchanged += batch.length - created;
    batch = [];
    onProgress(result);
  };
  try {
    const { layout, ignored, rows } = await readRows(untilStopped(file, stop));
    result.ignored = ignored;
    const read = rowReader(layout, validator);
    for await (const fileRow of rows) {
      const row = read(fileRow);
      for (const problem of row.problems) onProblem({ line: fileRow.line, ...problem });
      if (row.problems.length > 0) result.rejected += 1;
      else batch.push(row);
      if (batch.length < batchRows) continue;
      await flush();
      if (stop.aborted) throw new ReadingStopped();
      await pause();
    }
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    result.stopped = true;
  }
  if (batch.length > 0) await flush();
  return result;
}

/** Rejects a row if an earlier row, valid or invalid, has the same code. Ignores earlier rows that cannot be parsed. */
function rowReader(layout: Layout, validator: ConstraintValidator) {
  const duplicateOf = duplicateFinder(layout);
  return (fileRow: FileRow): ReadRow => {
    const row = readRow(fileRow.cells, layout, validator);
    const problem = fileRow.problem ?? duplicateOf(fileRow);
    if (fileRow.problem) return { ...row, problems: [fileRow.problem] };
    if (problem) row.problems.push(problem);
    return row;
  };
}
