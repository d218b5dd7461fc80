import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { TimedTx } from "../tx.js";

// The table `response_retentions` has no row-level security, because jobs/delete-old-responses.ts reads the rows of all workspaces.

/**
 * Stores the workspace's response retention in days, unless a newer setting is stored. Makes the job check the workspace in its next run.
 */
export async function keepRetention(tx: TimedTx, days: number | null, updatedAt: string): Promise<void> {
  const dueAt = days === null ? null : tx.now.toISOString();
  await tx.sql(sql`
    INSERT INTO response_retentions AS kept (workspace_id, updated_at, days, due_at)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${days}::int, ${dueAt}::timestamptz)
    ON CONFLICT (workspace_id) DO UPDATE SET updated_at = excluded.updated_at, days = excluded.days, due_at = excluded.due_at
    WHERE kept.updated_at <= excluded.updated_at`);
}

/** Returns the workspaces that are due for the job, longest overdue first. */
export async function readDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT workspace_id AS id FROM response_retentions WHERE due_at <= ${now.toISOString()}::timestamptz ORDER BY due_at`);
  return rows.map(({ id }) => id);
}

/**
 * Locks the workspace's row and returns the response retention in days. Returns undefined if another replica has locked the row or has
 * already checked the workspace.
 */
export async function lockDueRetention(tx: TimedTx): Promise<number | undefined> {
  const [due] = await tx.sql<{ days: number }>(sql`
    SELECT days FROM response_retentions
    WHERE workspace_id = ${tx.workspaceId}::uuid AND due_at <= ${tx.now.toISOString()}::timestamptz FOR UPDATE SKIP LOCKED`);
  return due?.days;
}

export async function postponeCheck(tx: TimedTx, dueAt: Date): Promise<void> {
  await tx.sql(sql`
    UPDATE response_retentions SET due_at = ${dueAt.toISOString()}::timestamptz WHERE workspace_id = ${tx.workspaceId}::uuid`);
}

export interface DeletedResponse {
  rowId: string;
  formId: string;
  createdAt: string;
}

/** Deletes responses that started before this time, with their dependent rows, oldest first. Deletes at most `most` responses. */
export async function deleteResponsesBefore(tx: TimedTx, before: Date, most: number): Promise<DeletedResponse[]> {
  // ARRAY makes PostgreSQL run the subquery only once. Several runs of the subquery could return different rows and exceed the limit.
  const deleted = await tx.sql<DeletedResponse>(sql`
    DELETE FROM form_responses r WHERE r.row_id = ANY(ARRAY(
      SELECT o.row_id FROM form_responses o WHERE o.created_at < ${before.toISOString()}::timestamptz
      ORDER BY o.created_at LIMIT ${most}::int FOR UPDATE SKIP LOCKED
    ))
    RETURNING r.row_id AS "rowId", r.form_id AS "formId", r.created_at AS "createdAt"`);
  const ids = deleted.map(({ rowId }) => rowId);
  // ON DELETE CASCADE also deletes the facts and reasons of the answers.
  await tx.sql(sql`DELETE FROM insight_answers a WHERE a.response_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM trust_marks m WHERE m.response_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM grant_references g WHERE g.form_response_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM handled_outcomes h WHERE h.form_response_id = ANY(${ids}::uuid[])`);
  return deleted;
}
