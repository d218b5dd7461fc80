import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import { statuses } from "../domain/ranks.js";
import { discountCodeColumns } from "./columns.js";
import type { DiscountCodeRow } from "./rows.js";
import type { Writing } from "./transaction.js";

const rankOf = (status: (typeof statuses)[number]) => raw(String(statuses.indexOf(status)));
const [scheduled, active] = [rankOf("SCHEDULED"), rankOf("ACTIVE")];

/**
 * Updates the scheduled transitions of these codes in one statement. Call it after every insert and every write of status, start_at or
 * ends_at, in the same transaction. Implements `nextTransition` in SQL; a test compares both.
 */
export async function scheduleTransitions({ read }: Pick<Writing, "read">, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await read(sql`
    WITH next AS (
      SELECT d.workspace_id, d.row_id, LEAST(
        CASE WHEN d.status = ${scheduled} AND d.start_at > d.status_written_at THEN d.start_at END,
        CASE WHEN d.status IN (${scheduled}, ${active}) AND d.ends_at > d.status_written_at THEN d.ends_at END) AS due_at
      FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[])
    ), ended AS (
      DELETE FROM scheduled_transitions s USING next n
      WHERE n.due_at IS NULL AND s.workspace_id = n.workspace_id AND s.discount_code_id = n.row_id
    )
    INSERT INTO scheduled_transitions AS s (workspace_id, discount_code_id, due_at)
    SELECT n.workspace_id, n.row_id, n.due_at FROM next n WHERE n.due_at IS NOT NULL
    ON CONFLICT (workspace_id, discount_code_id) DO UPDATE SET due_at = excluded.due_at WHERE s.due_at <> excluded.due_at`);
}

/** Returns workspaces with due transitions, longest due first. */
export function dueWorkspaces(now: Date): Statement {
  return sql`
    SELECT s.workspace_id AS id FROM scheduled_transitions s WHERE s.due_at <= ${now.toISOString()}::timestamptz
    GROUP BY s.workspace_id ORDER BY min(s.due_at)`;
}

export async function readDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(dueWorkspaces(now));
  return rows.map(({ id }) => id);
}

/** A locked code with a due transition. */
export type DueCode = DiscountCodeRow & { statusWrittenAt: string };

/**
 * Locks codes of the workspace with due transitions, longest due first, and skips rows locked by other transactions. Locks the discount_codes
 * row, as all writes do; transitions change only under that lock. Reads the code after locking: its transition may no longer be due.
 */
export function claimDueCodes({ read, workspaceId, now }: Writing, most: number): Promise<DueCode[]> {
  return read<DueCode>(sql`
    SELECT ${discountCodeColumns}, d.status_written_at AS "statusWrittenAt"
    FROM scheduled_transitions s JOIN discount_codes d ON d.workspace_id = s.workspace_id AND d.row_id = s.discount_code_id
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.due_at <= ${now.toISOString()}::timestamptz
    ORDER BY s.due_at LIMIT ${most}::integer FOR UPDATE OF d SKIP LOCKED`);
}
