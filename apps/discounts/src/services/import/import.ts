import type { Readable } from "node:stream";
import type { ConstraintValidator } from "@offergraph/service/subgraph/constraint-validator";
import { ReadingStopped, untilStopped } from "@offergraph/shared/cli/open-file";
import { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { handleType, retry } from "cockatiel";
import { readRecords } from "../../db/discount-codes.js";
import { readNameOwners } from "../../db/names.js";
import { idsOf } from "../../db/rows.js";
import { namesOf } from "../../domain/names.js";
import type { MutationTx } from "../../tx.js";
import { insertWithNames } from "../codes/create-code.js";
import { eventDataOf } from "../codes/events.js";
import type { Layout } from "./columns.js";
import { type Problem, type ReadRow, readRow } from "./row.js";
import { type FileRow, readRows } from "./rows.js";
import { statusAt } from "./values.js";

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
  /** Validates the input of create_discount_code. */
  validator: ConstraintValidator;
  write<Result>(effect: (tx: MutationTx<typeof discountCodeCreated>) => Promise<Result>): Promise<Result>;
  onProblem(problem: RowProblem): void;
  onProgress(progress: ImportResult): void;
  /** Abort signal. The import writes the rows that it has already read, and then stops. */
  stop: AbortSignal;
}

const batchRows = 500;
/** Error: another transaction took a name of the batch after the lookup. The import retries the batch. */
class NameTaken extends Error {}

const takenNames = retry(handleType(NameTaken), { maxAttempts: 4 });

/** Imports discount codes from a CSV file, one transaction per batch. A repeated import skips existing codes. */
export async function importCodes({ file, validator, write, onProblem, onProgress, stop }: ImportOptions): Promise<ImportResult> {
  const result: ImportResult = { created: 0, unchanged: 0, rejected: 0, ignored: [], stopped: false };
  let batch: ReadRow[] = [];
  const flush = async () => {
    const created = await takenNames.execute(() => write((tx) => writeBatch(tx, batch)));
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
    }
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    result.stopped = true;
  }
  if (batch.length > 0) await flush();
  return result;
}

/** Rejects duplicate codes. Keeps the first parsable row of each code, even an invalid row, so that every run has the same result. */
function rowReader(layout: Layout, validator: ConstraintValidator) {
  const lines = new Map<string, number>();
  return ({ line, cells, problem }: FileRow): ReadRow => {
    const row = readRow(cells, layout, validator);
    if (problem) return { ...row, problems: [problem] };
    const key = nameKey(row.fields.code);
    const first = lines.get(key);
    const column = layout.get("code")?.heading ?? "";
    if (first !== undefined) row.problems.push({ column, reason: `Line ${first} already has this code (case is ignored).` });
    else if (key !== "") lines.set(key, line);
    return row;
  };
}

/** Writes valid rows in bulk statements and returns the number of created codes. Skips a row if its code exists as a code or alias. */
async function writeBatch(tx: MutationTx<typeof discountCodeCreated>, rows: readonly ReadRow[]): Promise<number> {
  const keys = rows.map(({ fields }) => nameKey(fields.code));
  const owners = await readNameOwners(tx.sql, keys);
  const codes = rows
    .filter(({ fields }) => !owners.has(nameKey(fields.code)))
    .map(({ fields, status = statusAt(tx.now, fields), usageCount }) => ({
      ...{ rowId: newId(), createdBy: "IMPORTED" as const, usageCount, fields: { ...fields, status } },
    }));
  if (codes.length === 0) return 0;
  const names = codes.flatMap(({ rowId, fields }) =>
    namesOf(fields, fields, [], tx.errors).map((name) => ({ ...name, discountCodeId: rowId })),
  );
  if ((await insertWithNames(tx, codes, names)).length > 0) throw new NameTaken();
  for (const record of await readRecords(tx.sql, idsOf(codes))) tx.emit(discountCodeCreated, record.rowId, eventDataOf(record));
  return codes.length;
}
