import { type Statement, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Db } from "../tx.js";

// The list has no row-level security: the job reads all workspaces.

/** Selects workspaces with due tasks, oldest first. */
export function dueWorkspaces(now: Date): Statement {
  return sql`
    SELECT d.workspace_id AS id FROM due_grants d WHERE d.due_at <= ${now.toISOString()}::timestamptz
    GROUP BY d.workspace_id ORDER BY min(d.due_at)`;
}

export async function readDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(dueWorkspaces(now));
  return rows.map(({ id }) => id);
}

/** A due task; `task` is a rank. */
export interface DueTask {
  grantId: string;
  task: number;
  attempts: number;
}

/**
 * Locks grants with due tasks, oldest first, and removes the tasks from the list. Skips grants locked by another transaction: it performs
 * the task itself, or the next call finds them.
 */
export function claimDue(tx: Db, max: number): Promise<DueTask[]> {
  const at = tx.now.toISOString();
  return tx.sql(sql`
    WITH locked AS MATERIALIZED (
      SELECT d.grant_id, d.task FROM due_grants d JOIN grants g ON g.workspace_id = d.workspace_id AND g.row_id = d.grant_id
      WHERE d.workspace_id = ${tx.workspaceId}::uuid AND d.due_at <= ${at}::timestamptz
      ORDER BY d.due_at LIMIT ${max}::integer FOR UPDATE OF g SKIP LOCKED
    )
    DELETE FROM due_grants d USING locked l
    WHERE d.workspace_id = ${tx.workspaceId}::uuid AND d.grant_id = l.grant_id AND d.task = l.task AND d.due_at <= ${at}::timestamptz
    RETURNING d.grant_id AS "grantId", d.task, d.attempts`);
}
