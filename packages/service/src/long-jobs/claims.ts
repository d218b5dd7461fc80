import { sql } from "../db/statement.js";
import type { SqlTx } from "../tx/tx.js";
import { type ClaimedJob, type JobDb, jobColumns } from "./rows.js";

const claimed = sql`
  SELECT ${jobColumns}, j.parameters, j.cursor, j.attempts, j.reported_at AS "reportedAt", j.result_parts AS "resultParts",
    j.batch_divisor AS "batchDivisor", j.result_bytes::double precision AS "resultBytes", q.leased_until AS "leasedUntil"
  FROM job_queue q JOIN jobs j ON j.row_id = q.job_id`;

const lockOf = (workspaceId: string) => sql`hashtextextended(${`${workspaceId} run job`}, 0)`;

/**
 * Locks the workspace's due job with the earliest due time. Returns undefined if no job is due, or if a job of the workspace is running.
 */
export async function claimJob({ sql: run, workspaceId, now }: JobDb): Promise<ClaimedJob | undefined> {
  const [lock] = await run<{ locked: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${lockOf(workspaceId)}) AS locked`);
  if (!lock?.locked) return undefined;
  const at = now.toISOString();
  const [job] = await run<ClaimedJob>(sql`${claimed}
    WHERE q.workspace_id = ${workspaceId}::uuid AND q.due_at <= ${at}::timestamptz AND NOT EXISTS (
      SELECT FROM job_queue o WHERE o.workspace_id = ${workspaceId}::uuid AND o.leased_until > ${at}::timestamptz)
    ORDER BY q.due_at, q.job_id LIMIT 1 FOR UPDATE OF j`);
  return job;
}

/** The right of a process to run one attempt of a job. The time `until`, at which the lease ends, identifies the attempt. */
export interface Lease {
  rowId: string;
  until: string;
}

/** Locks the job of a lease. Returns undefined if another process has begun a later attempt. */
export async function claimLeased({ sql: run, workspaceId }: SqlTx, { rowId, until }: Lease): Promise<ClaimedJob | undefined> {
  await run(sql`SELECT pg_advisory_xact_lock(${lockOf(workspaceId)}) IS NULL AS locked`);
  const [job] = await run<ClaimedJob>(sql`${claimed}
    WHERE q.job_id = ${rowId}::uuid AND q.leased_until = ${until}::timestamptz FOR UPDATE OF j`);
  return job;
}

/** Stores the number of attempts and the divisor of the batch size. */
export async function saveAttempts(
  { sql: run }: SqlTx,
  { rowId, attempts, batchDivisor }: Pick<ClaimedJob, "rowId" | "attempts" | "batchDivisor">,
): Promise<void> {
  await run(sql`
    UPDATE jobs j SET attempts = ${attempts}::integer, batch_divisor = ${batchDivisor}::integer WHERE j.row_id = ${rowId}::uuid`);
}

/** Sets the end of the lease. If `until` is null, ends the lease. */
export async function leaseJob({ sql: run }: SqlTx, jobId: string, until: string | null): Promise<void> {
  await run(sql`UPDATE job_queue q SET leased_until = ${until}::timestamptz WHERE q.job_id = ${jobId}::uuid`);
}
