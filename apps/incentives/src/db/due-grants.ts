import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { DueGrant } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

// The job `dueGrants` reads all workspaces, so `due_grants` has no row-level security.

export async function readDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT d.workspace_id AS id FROM due_grants d WHERE d.due_at <= ${now.toISOString()}::timestamptz
    GROUP BY d.workspace_id ORDER BY min(d.due_at)`);
  return rows.map(({ id }) => id);
}

export type DueTask = Pick<DueGrant, "grantId" | "task" | "attempts">;

/** Deletes the oldest due tasks from the table and returns them. Skips tasks whose grant another transaction has locked. */
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
