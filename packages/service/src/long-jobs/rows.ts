import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import type pg from "pg";
import type { Read } from "../db/read.js";
import { raw, sql } from "../db/statement.js";
import type { SqlTx, Tx } from "../tx/tx.js";

// Statements on the tables of jobs. Each service with jobs creates the tables of long-jobs/tables.sql in its migrations.

export type JobError = JobRecord["errors"][number];

/** A job as the API returns it. */
export type JobRow = JobRecord & { workspaceId: string };

/** A job with the data that its steps need. The structure of the JSON in `parameters` and `cursor` depends on the job's kind. */
export interface ClaimedJob extends JobRow {
  parameters: string;
  cursor: string | null;
  /** The number of attempts of the next step, including the running attempt. */
  attempts: number;
  /** The end of the latest attempt's lease, or null if the attempt's result is stored. */
  leasedUntil: string | null;
  /** A step divides its usual number of records by this number (see `batchOf`). */
  batchDivisor: number;
  reportedAt: string;
  resultParts: number | null;
  /** The current size of the result file in bytes. */
  resultBytes: number;
}

/** The columns of `JobRow`, for queries with the alias `j` for the table `jobs`. */
export const jobColumns = raw(`
  j.row_id AS "rowId", j.workspace_id AS "workspaceId", j.created_at AS "createdAt", j.updated_at AS "updatedAt", j.kind, j.state, j.done,
  j.total, j.error_count AS "errorCount", j.errors, j.warnings, j.created_by AS "createdBy", j.started_at AS "startedAt",
  j.finished_at AS "finishedAt", j.sequence, j.result_expires_at AS "resultExpiresAt"`);

/** Time after which a result file is deleted: 24 hours. */
export const resultMs = 24 * 3_600_000;

/** SQL condition for jobs that are unfinished or may have a stored file. The condition can use an index. */
const hasWorkOrFile = (now: Date) =>
  sql`(j.finished_at IS NULL OR j.finished_at > ${new Date(now.getTime() - resultMs).toISOString()}::timestamptz)`;

export type JobDb = SqlTx & Pick<Tx<unknown>, "now">;

export function readJobs(read: Read, ids: readonly string[]): Promise<JobRow[]> {
  return read<JobRow>(sql`SELECT ${jobColumns} FROM jobs j WHERE j.row_id = ANY(${ids}::uuid[])`);
}

/** The structure of the JSON in `parameters` depends on the job's kind. */
export interface JobResult {
  parameters: string;
  parts: number;
}

/** Returns a job's result file. Returns undefined if the job has no file, or if the file has expired. */
export async function readResult(read: Read, jobId: string, now: Date): Promise<JobResult | undefined> {
  const [row] = await read<JobResult>(sql`
    SELECT j.parameters, j.result_parts AS parts FROM jobs j
    WHERE j.row_id = ${jobId}::uuid AND j.result_expires_at > ${now.toISOString()}::timestamptz`);
  return row;
}

export interface JobCounts {
  open: number;
  files: number;
  /** The total size in bytes of the stored result files, including the incomplete files of unfinished jobs. */
  bytes: number;
}

/** Counts unfinished jobs and stored result files. First waits for concurrent transactions that create jobs of the workspace. */
export async function countJobs({ sql: run, workspaceId, now }: JobDb): Promise<JobCounts> {
  await run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} create job`}, 0)) IS NULL AS queued`);
  const at = now.toISOString();
  const [row] = await run<Omit<JobCounts, "bytes">>(sql`
    SELECT count(*) FILTER (WHERE j.finished_at IS NULL)::integer AS open,
      count(*) FILTER (WHERE j.result_expires_at > ${at}::timestamptz)::integer AS files
    FROM jobs j WHERE ${hasWorkOrFile(now)}`);
  return { ...(row ?? { open: 0, files: 0 }), bytes: await countResultBytes({ sql: run, now }) };
}

/** Returns the size of the workspace's stored result files, including the files of unfinished jobs. */
export async function countResultBytes({ sql: run, now }: Pick<JobDb, "sql" | "now">): Promise<number> {
  const [row] = await run<{ bytes: number }>(sql`
    SELECT coalesce(sum(j.result_bytes), 0)::double precision AS bytes FROM jobs j
    WHERE ${hasWorkOrFile(now)} AND (j.finished_at IS NULL OR j.result_expires_at > ${now.toISOString()}::timestamptz)`);
  return row?.bytes ?? 0;
}

export type NewJob = Pick<JobRow, "rowId" | "kind" | "total" | "createdBy"> & { parameters: object };

/** Inserts a job and queues the job. */
export async function insertJob(
  { sql: run, workspaceId, now }: JobDb,
  { rowId, kind, total, createdBy, parameters }: NewJob,
): Promise<void> {
  const at = now.toISOString();
  await run(sql`
    INSERT INTO jobs (row_id, workspace_id, created_at, updated_at, kind, total, created_by, parameters, reported_at)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${kind}, ${total}::integer, ${createdBy}::uuid,
      ${JSON.stringify(parameters)}, ${at}::timestamptz)`);
  await run(sql`INSERT INTO job_queue (job_id, workspace_id, due_at) VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at}::timestamptz)`);
}

export async function readWorkspacesWithDueJobs(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT q.workspace_id AS id FROM job_queue q WHERE q.due_at <= $1 GROUP BY q.workspace_id ORDER BY min(q.due_at)",
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Writes the progress of a claimed job. */
export async function saveJob({ sql: run }: SqlTx, job: ClaimedJob): Promise<void> {
  await run(sql`
    UPDATE jobs j SET updated_at = ${job.updatedAt}::timestamptz, state = ${job.state}, done = ${job.done}::integer,
      total = ${job.total}::integer, error_count = ${job.errorCount}::integer, errors = ${JSON.stringify(job.errors)}::jsonb,
      warnings = ${JSON.stringify(job.warnings ?? [])}::jsonb,
      started_at = ${job.startedAt}::timestamptz, finished_at = ${job.finishedAt}::timestamptz, sequence = ${job.sequence}::integer,
      cursor = ${job.cursor}, attempts = ${job.attempts}::integer, batch_divisor = ${job.batchDivisor}::integer,
      result_bytes = ${job.resultBytes}::bigint, reported_at = ${job.reportedAt}::timestamptz,
      result_parts = ${job.resultParts}::integer, result_expires_at = ${job.resultExpiresAt ?? null}::timestamptz
    WHERE j.row_id = ${job.rowId}::uuid`);
}

export async function clearParameters({ sql: run }: SqlTx, jobId: string): Promise<void> {
  await run(sql`UPDATE jobs j SET parameters = '{}', cursor = NULL WHERE j.row_id = ${jobId}::uuid`);
}

/** Sets the time of a job's next step, and ends the lease. */
export async function postponeJob({ sql: run }: SqlTx, jobId: string, dueAt: Date): Promise<void> {
  await run(sql`UPDATE job_queue q SET due_at = ${dueAt.toISOString()}::timestamptz, leased_until = NULL WHERE q.job_id = ${jobId}::uuid`);
}

/** Deletes a job with its parts and its entry in the queue. */
export async function deleteJob({ sql: run }: SqlTx, jobId: string): Promise<void> {
  await run(sql`DELETE FROM jobs j WHERE j.row_id = ${jobId}::uuid`);
}
