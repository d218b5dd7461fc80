import type { Readable } from "node:stream";
import { ReadingStopped, untilStopped } from "@offergraph/shared/cli/stoppable";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Guard } from "@offergraph/shared/subgraph/guard";
import type { CodeWrite } from "../writes/write.js";
import type { Layout } from "./columns.js";
import { type Problem, type ReadRow, readRow } from "./row.js";
import { type FileRow, readRows } from "./rows.js";
import { NameTaken, writeBatch } from "./write-batch.js";

/** Something wrong in a file. */
export interface Finding extends Problem {
  line: number;
}

/** How far an import has come. */
export interface Progress {
  created: number;
  /** Good rows whose code was there already. */
  unchanged: number;
  /** Bad rows. */
  rejected: number;
}

export interface ImportResult extends Progress {
  /** Headings that mean nothing here. */
  ignored: string[];
  /** Whether it was stopped before the end of the file. */
  stopped: boolean;
}

export interface ImportOptions {
  file: Readable;
  /** The guard of create_discount_code. */
  guard: Guard;
  /** Runs one write in the workspace. */
  write<Result>(effect: (write: CodeWrite) => Promise<Result>): Promise<Result>;
  /** Told of everything that is wrong, in the order of the file. */
  onFinding(finding: Finding): void;
  /** Told after each batch. */
  onProgress(progress: Progress): void;
  /** Ends the import: what was read is still written. */
  stop: AbortSignal;
}

const batchRows = 500;
const mostTries = 5;

/**
 * Takes the discount codes of a CSV file in, in batches of one transaction each: what is in stays in, and the same file again goes on.
 * Throws an Error in plain words when the heading is not one of discount codes.
 */
export async function importCodes({ file, guard, write, onFinding, onProgress, stop }: ImportOptions): Promise<ImportResult> {
  const result: ImportResult = { created: 0, unchanged: 0, rejected: 0, ignored: [], stopped: false };
  let batch: ReadRow[] = [];
  const flush = async () => {
    const created = await writeAgain(() => write((writing) => writeBatch(writing, batch)));
    result.created += created;
    result.unchanged += batch.length - created;
    batch = [];
    onProgress(result);
  };
  try {
    const { layout, ignored, rows } = await readRows(untilStopped(file, stop));
    result.ignored = ignored;
    const reader = new RowReader(layout, guard);
    for await (const fileRow of rows) {
      const row = reader.read(fileRow);
      for (const problem of row.problems) onFinding({ line: fileRow.line, ...problem });
      if (row.problems.length > 0) result.rejected += 1;
      else batch.push(row);
      if (batch.length < batchRows) continue;
      await flush();
      if (stop.aborted) throw new ReadingStopped();
    }
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    result.stopped = true;
  }
  if (batch.length > 0) await flush();
  return result;
}

/** Reads rows, and holds codes to standing once in the file: the first row that has a code keeps it, good or bad, in every run; one whose cells cannot be told apart keeps none. */
class RowReader {
  readonly #lines = new Map<string, number>();

  constructor(
    readonly layout: Layout,
    readonly guard: Guard,
  ) {}

  read({ line, cells, problem }: FileRow): ReadRow {
    const row = readRow(cells, this.layout, this.guard);
    if (problem) return { ...row, problems: [problem] };
    const key = nameKey(row.fields.code);
    const first = this.#lines.get(key);
    const column = this.layout.get("code")?.heading ?? "";
    if (first !== undefined) row.problems.push({ column, reason: `The row at line ${first} has this code already, whatever the case.` });
    else if (key !== "") this.#lines.set(key, line);
    return row;
  }
}

async function writeAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NameTaken) || attempt >= mostTries) throw error;
    }
  }
}
