import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import type pg from "pg";
import { grantStates, grantTasks } from "../domain/ranks.js";
import type { Writing } from "./transaction.js";

type Within = Omit<Writing, "transaction">;
const pending = raw(String(grantStates.indexOf("PENDING")));
type Task = (typeof grantTasks)[number];

// The list has no row-level security: the job reads all workspaces.

/** Schedules a task for a grant. `attempts` is the number of attempts before it. */
export async function planTask({ read, workspaceId }: Within, grantId: string, task: Task, dueAt: Date, attempts = 0): Promise<void> {
  await read(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at, attempts)
    VALUES (${workspaceId}::uuid, ${grantId}::uuid, ${grantTasks.indexOf(task)}::smallint, ${dueAt.toISOString()}::timestamptz,
      ${attempts}::smallint)
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at, attempts = excluded.attempts`);
}

/** Schedules a new decision about a form's PENDING grants. */
export async function planPending({ read, workspaceId }: Keeping, formId: string, dueAt: Date): Promise<void> {
  await read(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${workspaceId}::uuid, g.row_id, ${grantTasks.indexOf("ISSUE")}::smallint, ${dueAt.toISOString()}::timestamptz
    FROM grants g JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id
    WHERE p.form_id = ${formId}::uuid AND g.state = ${pending} ON CONFLICT DO NOTHING`);
}

/** Removes a scheduled task. */
export async function dropTask({ read, workspaceId }: Within, grantId: string, task: Task): Promise<void> {
  await read(sql`
    DELETE FROM due_grants d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.grant_id = ${grantId}::uuid AND d.task = ${grantTasks.indexOf(task)}::smallint`);
}

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
export function claimDue({ read, workspaceId, now }: Within, most: number): Promise<DueTask[]> {
  const at = now.toISOString();
  return read(sql`
    WITH locked AS MATERIALIZED (
      SELECT d.grant_id, d.task FROM due_grants d JOIN grants g ON g.workspace_id = d.workspace_id AND g.row_id = d.grant_id
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.due_at <= ${at}::timestamptz
      ORDER BY d.due_at LIMIT ${most}::integer FOR UPDATE OF g SKIP LOCKED
    )
    DELETE FROM due_grants d USING locked l
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.grant_id = l.grant_id AND d.task = l.task AND d.due_at <= ${at}::timestamptz
    RETURNING d.grant_id AS "grantId", d.task, d.attempts`);
}
