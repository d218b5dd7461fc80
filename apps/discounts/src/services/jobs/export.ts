import { createJob } from "@offergraph/service/long-jobs/create";
import { csvHeader, type ExportFormat, textOf } from "@offergraph/service/long-jobs/export-format";
import { insertParts } from "@offergraph/service/long-jobs/parts";
import type { ResultFile } from "@offergraph/service/long-jobs/result-route";
import type { ClaimedJob, JobRow } from "@offergraph/service/long-jobs/rows";
import { batchOf, JobFailed, type Progress } from "@offergraph/service/long-jobs/step";
import { readWithin } from "@offergraph/service/long-jobs/timeout";
import { jobCreated } from "@offergraph/shared/contracts/events/discounts";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { readRecords } from "../../db/discount-codes.js";
import { type CodesToExport, checkFilter, countCodes, readCodeIds } from "../../db/export.js";
import type { ExportRecordsInput } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";
import { discountCodeColumns, exportedCode } from "./export-columns.js";

interface Parameters {
  recordType: string;
  format: ExportFormat;
  filter: object | null;
}

/** Timeout of the count of the records. A job without a count has no total. */
const countTimeoutMs = 2_000;

interface Cursor {
  afterId: string | null;
  parts: number;
}

/** Validates the filter, and creates the job. */
export async function startExport(tx: MutationTx<typeof jobCreated>, { recordType, format, filter }: ExportRecordsInput): Promise<JobRow> {
  const parameters: Parameters = { recordType, format, filter: filter ?? null };
  try {
    await checkFilter(tx.sql, parameters.filter);
  } catch (error) {
    if (!(error instanceof BadUserInput)) throw error;
    tx.errors.add(String(error.details.argument).split("."), "INVALID", error.message);
  }
  return createJob(tx, jobCreated, { kind: "EXPORT_RECORDS", total: null, parameters, makesFile: true });
}

export const exportTimeoutAdvice = { field: "filter", advice: "Narrow the filter, for example to a period of createdAt." };

/** Writes the next batch of codes to the file, sorted by id. */
export async function exportBatch(tx: Tx, job: ClaimedJob): Promise<Progress> {
  const { format, filter } = JSON.parse(job.parameters) as Parameters;
  const { afterId, parts }: Cursor = job.cursor === null ? { afterId: null, parts: 0 } : JSON.parse(job.cursor);
  const codes: CodesToExport = { filter, createdUntil: job.createdAt };
  const total =
    parts === 0 ? { total: await readWithin(tx, countTimeoutMs, (read) => countCodes(read, codes)).catch(failOnBadFilter) } : {};
  const { ids, end } = await readCodeIds(tx.sql, codes, afterId, (size) => batchOf(job, size)).catch(failOnBadFilter);
  const records = await readRecords(tx.sql, ids);
  const header = format === "CSV" && parts === 0 ? csvHeader(discountCodeColumns) : "";
  const text = header + textOf(format, discountCodeColumns, records.map(exportedCode));
  const isFinished = end === null;
  const resultBytes = text === "" ? 0 : await insertParts(tx, job.rowId, parts, [text]);
  const written = parts + (text === "" ? 0 : 1);
  const cursor: Cursor = { afterId: end, parts: written };
  return { ...total, done: records.length, cursor, isFinished, resultBytes, ...(isFinished && { resultParts: written }) };
}

/** Fails the job if its filter is invalid. A name in the filter can become ambiguous after the job was created. */
function failOnBadFilter(error: unknown): never {
  throw error instanceof BadUserInput ? new JobFailed(error.message, "filter") : error;
}

/** Returns the media type and name of an export's file. */
export function exportFileOf(jobId: string, parameters: string): ResultFile {
  const { recordType, format } = JSON.parse(parameters) as Parameters;
  const name = `${recordType.toLowerCase().replaceAll("_", "-")}s-${jobId}`;
  return format === "CSV"
    ? { type: "text/csv; charset=utf-8; header=present", name: `${name}.csv` }
    : { type: "application/x-ndjson", name: `${name}.ndjson` };
}
