import { type Statement, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Db } from "../tx.js";
import { discountCodeColumns } from "./discount-codes.js";
import type { DiscountCodeRow } from "./rows.js";

// The tables `scheduled_transitions` and `changed_usages` have no row-level security, because jobs process all workspaces.

/** Returns workspaces with due transitions, longest overdue first. */
export function dueWorkspaces(now: Date): Statement {
  return sql`
    SELECT s.workspace_id AS id FROM scheduled_transitions s WHERE s.due_at <= ${now.toISOString()}::timestamptz
    GROUP BY s.workspace_id ORDER BY min(s.due_at)`;
}

export async function readDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(dueWorkspaces(now));
  return rows.map(({ id }) => id);
}

export type DueCode = DiscountCodeRow & { statusWrittenAt: string };

/**
 * Locks codes with due transitions, longest overdue first. Skips codes that other transactions have locked. The caller must check the
 * codes' times again, because a concurrent write may have postponed a transition.
 */
export function claimDueCodes(tx: Db, max: number): Promise<DueCode[]> {
  return tx.sql<DueCode>(sql`
    SELECT ${discountCodeColumns}, d.status_written_at AS "statusWrittenAt"
    FROM scheduled_transitions s JOIN discount_codes d ON d.workspace_id = s.workspace_id AND d.row_id = s.discount_code_id
    WHERE s.workspace_id = ${tx.workspaceId}::uuid AND s.due_at <= ${tx.now.toISOString()}::timestamptz
    ORDER BY s.due_at LIMIT ${max}::integer FOR UPDATE OF d SKIP LOCKED`);
}

export async function readChangedWorkspaces(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`SELECT DISTINCT changed.workspace_id AS id FROM changed_usages changed`);
  return rows.map(({ id }) => id);
}

export type ChangedCode = DiscountCodeRow & { isCounted: boolean };

/** Locks codes that `changed_usages` lists, and removes the codes from the list. Skips codes that other transactions have locked. */
export function claimChangedCodes(tx: Db, max: number): Promise<ChangedCode[]> {
  return tx.sql<ChangedCode>(sql`
    WITH claimed AS MATERIALIZED (
      SELECT ${discountCodeColumns}, changed.is_counted AS "isCounted"
      FROM changed_usages changed JOIN discount_codes d ON d.workspace_id = changed.workspace_id AND d.row_id = changed.discount_code_id
      WHERE changed.workspace_id = ${tx.workspaceId}::uuid LIMIT ${max}::integer FOR UPDATE OF d SKIP LOCKED
    ), removed AS (
      DELETE FROM changed_usages changed USING claimed c
      WHERE changed.workspace_id = ${tx.workspaceId}::uuid AND changed.discount_code_id = c."rowId"
    )
    SELECT * FROM claimed`);
}
