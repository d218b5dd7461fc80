import { sql } from "../db/statement.js";
import type { Backfill } from "../jobs/backfill.js";
import { jobRetentionMs } from "./limits.js";

const maxJobs = 500;

/**
 * Queues finished jobs for deletion. Deletes the parameters of finished jobs, because a filter can contain personal data. Earlier versions
 * of the services removed finished jobs from the queue.
 */
export const queueFinishedJobs: Backfill<unknown, never> = async ({ sql: run, workspaceId }, after) => {
  const jobs = await run<{ id: string }>(sql`
    WITH batch AS (
      SELECT j.row_id, j.finished_at FROM jobs j
      WHERE j.workspace_id = ${workspaceId}::uuid AND j.row_id > ${after}::uuid AND j.finished_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM job_queue q WHERE q.job_id = j.row_id)
      ORDER BY j.row_id LIMIT ${maxJobs}::integer FOR UPDATE
    ), cleared AS (
      UPDATE jobs j SET parameters = '{}', cursor = NULL FROM batch b WHERE j.row_id = b.row_id
    ), queued AS (
      INSERT INTO job_queue (job_id, workspace_id, due_at)
      SELECT b.row_id, ${workspaceId}::uuid, b.finished_at + ${jobRetentionMs}::double precision * interval '1 millisecond' FROM batch b
      ON CONFLICT DO NOTHING
    )
    SELECT b.row_id AS id FROM batch b ORDER BY b.row_id`);
  return jobs.length < maxJobs ? null : (jobs.at(-1)?.id ?? null);
};
