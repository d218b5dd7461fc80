import type { Read } from "@offergraph/service/db/read";
import { empty, raw, type Statement, sql } from "@offergraph/service/db/statement";
import { grantStates, grantTasks } from "../domain/ordinals.js";
import type { CodeEnd } from "../domain/reward.js";
import type { Db } from "../tx.js";

const issued = raw(String(grantStates.indexOf("ISSUED")));
const expired = raw(String(grantStates.indexOf("EXPIRED")));
const expire = raw(`${grantTasks.indexOf("EXPIRE")}::smallint`);
const endless: CodeEnd = { endsAt: null, overSince: null, isDeleted: false };

const codeEnd = (id: string | null): Statement =>
  sql`SELECT c.ends_at AS "endsAt", c.over_since AS "overSince", c.is_deleted AS "isDeleted" FROM discount_code_references c WHERE c.row_id = ${id}::uuid`;

/**
 * Reads when and why a discount code ends. Does not lock the code by default, because a transaction that locks first grants and then codes
 * could deadlock.
 */
export async function readCodeEnd(read: Read, id: string | null, lock = empty): Promise<CodeEnd> {
  const [code] = id === null ? [] : await read<CodeEnd>(sql`${codeEnd(id)} ${lock}`);
  return code ?? endless;
}
export const lockCodeEnd = (tx: Db, id: string | null) => readCodeEnd(tx.sql, id, sql`FOR SHARE`);

export async function keepCodesDeleted(tx: Db, codes: readonly { rowId: string; at: Date }[]): Promise<void> {
  const [ids, times] = [codes.map(({ rowId }) => rowId), codes.map(({ at }) => at.toISOString())];
  await tx.sql(sql`
    UPDATE discount_code_references c SET over_since = least(c.over_since, deleted.at)
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS deleted(row_id, at)
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = deleted.row_id AND c.row_id = ANY(${ids}::uuid[])`);
}

/** For usable codes, schedules tasks that restore EXPIRED grants. Resets the expiry time of ISSUED grants to `own_expires_at`. */
export async function restoreGrantsOf(tx: Db, codes: readonly { rowId: string; at: Date }[]): Promise<void> {
  const [ids, times] = [codes.map(({ rowId }) => rowId), codes.map(({ at }) => at.toISOString())];
  const isUsable = sql`c.workspace_id = ${tx.workspaceId}::uuid AND c.over_since IS NULL AND NOT c.is_deleted`;
  await tx.sql(sql`
    WITH prolonged AS (
      UPDATE grants g SET expires_at = g.own_expires_at FROM discount_code_references c
      WHERE c.row_id = ANY(${ids}::uuid[]) AND ${isUsable} AND g.workspace_id = c.workspace_id AND g.discount_code_id = c.row_id
        AND g.state = ${issued} AND g.expires_at IS DISTINCT FROM g.own_expires_at
      RETURNING g.row_id, g.expires_at
    ), endless AS (
      DELETE FROM due_grants d USING prolonged p
      WHERE d.workspace_id = ${tx.workspaceId}::uuid AND d.grant_id = p.row_id AND d.task = ${expire} AND p.expires_at IS NULL
    )
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${tx.workspaceId}::uuid, p.row_id, ${expire}, p.expires_at FROM prolonged p WHERE p.expires_at IS NOT NULL
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at`);
  await tx.sql(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${tx.workspaceId}::uuid, g.row_id, ${grantTasks.indexOf("RESTORE")}::smallint, one.at
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS one(row_id, at)
    JOIN discount_code_references c ON c.row_id = one.row_id AND ${isUsable}
    JOIN grants g ON g.workspace_id = c.workspace_id AND g.discount_code_id = c.row_id
    WHERE g.state = ${expired} AND g.failure_reason = 'CODE_EXPIRED' AND (g.own_expires_at IS NULL OR g.own_expires_at > one.at)
    ON CONFLICT DO NOTHING`);
}

/** Locks a code and returns true if the code is usable. Returns undefined if another transaction holds the lock. */
export async function lockUsable(tx: Db, id: string | null): Promise<boolean | undefined> {
  const rows = await tx.sql<CodeEnd>(sql`${codeEnd(id)} FOR SHARE SKIP LOCKED`);
  return rows[0] && rows[0].overSince === null && !rows[0].isDeleted;
}

/** Reads `own_expires_at`, the grant's expiry time without its code. */
export async function readOwnEnd(read: Read, grantId: string): Promise<string | null> {
  const [row] = await read<{ at: string | null }>(sql`SELECT g.own_expires_at AS at FROM grants g WHERE g.row_id = ${grantId}::uuid`);
  return row?.at ?? null;
}

export async function endGrantsOf(tx: Db, discountCodeIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    WITH ended AS (
      UPDATE grants g SET expires_at = least(g.expires_at, c.over_since) FROM discount_code_references c
      WHERE c.row_id = ANY(${discountCodeIds}::uuid[]) AND c.over_since IS NOT NULL AND g.discount_code_id = c.row_id AND g.state = ${issued}
      RETURNING g.row_id, g.expires_at
    )
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${tx.workspaceId}::uuid, e.row_id, ${grantTasks.indexOf("EXPIRE")}::smallint, e.expires_at FROM ended e
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at`);
}
