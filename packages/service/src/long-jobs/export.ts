import type { JobEvents } from "@offergraph/shared/contracts/job-events";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import type { MutationTx, RunSql, SqlTx } from "../tx/tx.js";
import { createJob } from "./create.js";
import { csvHeader, type ExportedRecord, type ExportFormat, textOf } from "./export-format.js";
import type { RecordsToExport } from "./export-window.js";
import { insertParts } from "./parts.js";
import type { ResultFile } from "./result-route.js";
import type { ClaimedJob, JobRow } from "./rows.js";
import { batchOf, JobFailed, type Progress } from "./step.js";
import { readWithin } from "./timeout.js";

export interface ExportParameters {
  recordType: string;
  format: ExportFormat;
  /** The argument `filter` of the operation that lists records of this type. */
  filter: object | null;
}

/** Reads the records of one type. All functions throw BadUserInput if the filter is invalid. */
export interface ExportSource {
  /** The columns of a file, in order. */
  columns: readonly string[];
  checkFilter(read: RunSql, filter: object | null): Promise<void>;
  count(read: RunSql, records: RecordsToExport): Promise<number>;
  /**
   * Returns the next records after the id `afterId`, sorted by id. `end` is the id up to which all records were read, or null if no records
   * are left. `reduced` returns the size of the next batch. The size is smaller after failed attempts.
   */
  read(
    read: RunSql,
    records: RecordsToExport,
    afterId: string | null,
    reduced: (size: number) => number,
  ): Promise<{ records: readonly ExportedRecord[]; end: string | null }>;
}

interface Cursor {
  afterId: string | null;
  parts: number;
}

/** Timeout of the query that counts the records. If the query times out, the job has no total. */
const countTimeoutMs = 2_000;

/** Advice for an export whose batches take too long (see `longJobs`). */
export const exportTimeoutAdvice = { field: "filter", advice: "Narrow the filter, for example to a period of createdAt." };

/** Validates the filter, and creates the job. */
export async function startExport<Created extends JobEvents["created"]>(
  tx: MutationTx<unknown, Created>,
  created: Created,
  { kind, source, parameters }: { kind: string; source: ExportSource; parameters: ExportParameters },
): Promise<JobRow> {
  try {
    await source.checkFilter(tx.sql, parameters.filter);
  } catch (error) {
    if (!(error instanceof BadUserInput)) throw error;
    tx.errors.add(String(error.details.argument).split("."), "INVALID", error.message);
  }
  return createJob(tx, created, { kind, total: null, parameters, makesFile: true });
}

/** Returns the step of an export, which writes the next batch of records to the file. */
export const exportStep =
  (source: ExportSource) =>
  async (tx: SqlTx, job: ClaimedJob): Promise<Progress> => {
    const { format, filter } = JSON.parse(job.parameters) as ExportParameters;
    const { afterId, parts }: Cursor = job.cursor === null ? { afterId: null, parts: 0 } : JSON.parse(job.cursor);
    const wanted: RecordsToExport = { filter, createdUntil: job.createdAt };
    const counted =
      job.cursor === null
        ? { total: await readWithin(tx, countTimeoutMs, (read) => source.count(read, wanted)).catch(failOnBadFilter) }
        : {};
    const { records, end } = await source.read(tx.sql, wanted, afterId, (size) => batchOf(job, size)).catch(failOnBadFilter);
    const header = format === "CSV" && parts === 0 ? csvHeader(source.columns) : "";
    const text = header + textOf(format, source.columns, records);
    const isFinished = end === null;
    const resultBytes = text === "" ? 0 : await insertParts(tx, job.rowId, parts, [text]);
    const written = parts + (text === "" ? 0 : 1);
    const cursor: Cursor = { afterId: end, parts: written };
    return { ...counted, done: records.length, cursor, isFinished, resultBytes, ...(isFinished && { resultParts: written }) };
  };

/** Fails the job if its filter is invalid. A name in the filter can become ambiguous after the job's creation. */
function failOnBadFilter(error: unknown): never {
  throw error instanceof BadUserInput ? new JobFailed(error.message, "filter") : error;
}

/** Returns the media type and name of an export's file. */
export function exportFileOf(jobId: string, parameters: string): ResultFile {
  const { recordType, format } = JSON.parse(parameters) as ExportParameters;
  const name = `${recordType.toLowerCase().replaceAll("_", "-")}s-${jobId}`;
  return format === "CSV"
    ? { type: "text/csv; charset=utf-8; header=present", name: `${name}.csv` }
    : { type: "application/x-ndjson", name: `${name}.ndjson` };
}
