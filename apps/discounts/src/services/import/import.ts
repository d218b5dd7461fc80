import type { Readable } from "node:stream";
import type { ConstraintValidator } from "@offergraph/service/subgraph/constraint-validator";
import { ReadingStopped, untilStopped } from "@offergraph/shared/cli/stoppable";
import type { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { MutationTx } from "../../tx.js";
import type { Layout } from "./columns.js";
import { type Problem, type ReadRow, readRow } from "./row.js";
import { type FileRow, readRows } from "./rows.js";
import { NameTaken, writeBatch } from "./write-batch.js";

export interface Finding extends Problem {
  line: number;
}

export interface Progress {
  created: number;
  unchanged: number;
  rejected: number;
}

export interface ImportResult extends Progress {
  ignored: string[];
  stopped: boolean;
}

export interface ImportOptions {
  file: Readable;
  /** The guard of create_discount_code. */
  guard: ConstraintValidator;
  write<Result>(effect: (tx: MutationTx<typeof discountCodeCreated>) => Promise<Result>): Promise<Result>;
  /** Called for each problem, in file order. */
  onFinding(finding: Finding): void;
  onProgress(progress: Progress): void;
  /** Stops the import; rows that were read are still written. */
  stop: AbortSignal;
}

const batchRows = 500;
const maxTries = 5;

/**
 * Imports discount codes from a CSV file, one transaction per batch. A repeated import continues, because existing codes are skipped.
 * Throws an Error if required columns are missing.
 */
export async function importCodes({ file, guard, write, onFinding, onProgress, stop }: ImportOptions): Promise<ImportResult> {
  const result: ImportResult = { created: 0, unchanged: 0, rejected: 0, ignored: [], stopped: false };
  let batch: ReadRow[] = [];
  const flush = async () => {
    const created = await retryTakenNames(() => write((tx) => writeBatch(tx, batch)));
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

/** Reads rows and rejects duplicate codes. The first row with a code counts, valid or not, so that every run has the same result; unparsable rows do not count. */
class RowReader {
  readonly #lines = new Map<string, number>();

  constructor(
    readonly layout: Layout,
    readonly guard: ConstraintValidator,
  ) {}

  read({ line, cells, problem }: FileRow): ReadRow {
    const row = readRow(cells, this.layout, this.guard);
    if (problem) return { ...row, problems: [problem] };
    const key = nameKey(row.fields.code);
    const first = this.#lines.get(key);
    const column = this.layout.get("code")?.heading ?? "";
    if (first !== undefined) row.problems.push({ column, reason: `Line ${first} already has this code (case is ignored).` });
    else if (key !== "") this.#lines.set(key, line);
    return row;
  }
}

async function retryTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NameTaken) || attempt >= maxTries) throw error;
    }
  }
}
