import { raw, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import { checkoutStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";
import { type CheckoutState, checkoutStateColumns } from "./rows.js";

const ordinalOf = (status: (typeof checkoutStatuses)[number]) => raw(String(checkoutStatuses.indexOf(status)));
const [abandoned, open] = [ordinalOf("ABANDONED"), ordinalOf("OPEN")];

// The job `abandonCheckouts` reads all workspaces, so `open_checkouts` has no row-level security.

export async function syncOpenCheckouts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.sql(sql`
    WITH written AS (
      SELECT c.workspace_id, c.row_id, c.provider_updated_at, c.status FROM checkouts c WHERE c.row_id = ANY(${ids}::uuid[])
    ), ended AS (
      DELETE FROM open_checkouts listed USING written w
      WHERE w.status <> ${open} AND listed.workspace_id = w.workspace_id AND listed.checkout_id = w.row_id
    )
    INSERT INTO open_checkouts AS listed (workspace_id, checkout_id, provider_updated_at)
    SELECT w.workspace_id, w.row_id, w.provider_updated_at FROM written w WHERE w.status = ${open}
    ON CONFLICT (workspace_id, checkout_id) DO UPDATE SET provider_updated_at = excluded.provider_updated_at
    WHERE listed.provider_updated_at <> excluded.provider_updated_at`);
}

export async function readWorkspacesWithStaleCheckouts(pool: pg.Pool, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT listed.workspace_id AS id FROM open_checkouts listed WHERE listed.provider_updated_at <= ${since.toISOString()}::timestamptz
    GROUP BY listed.workspace_id ORDER BY min(listed.provider_updated_at)`);
  return rows.map(({ id }) => id);
}

/** Marks the oldest checkouts as ABANDONED. Skips locked checkouts. */
export function markAbandoned(tx: Db, since: Date, max: number): Promise<CheckoutState[]> {
  return tx.sql(sql`
    WITH stale AS MATERIALIZED (
      SELECT c.row_id FROM open_checkouts listed
      JOIN checkouts c ON c.workspace_id = listed.workspace_id AND c.row_id = listed.checkout_id
      WHERE listed.workspace_id = ${tx.workspaceId}::uuid AND listed.provider_updated_at <= ${since.toISOString()}::timestamptz
        AND c.status = ${open} AND c.provider_updated_at <= ${since.toISOString()}::timestamptz
      ORDER BY listed.provider_updated_at LIMIT ${max}::integer FOR UPDATE OF c SKIP LOCKED
    ), unlisted AS (
      DELETE FROM open_checkouts listed USING stale s WHERE listed.workspace_id = ${tx.workspaceId}::uuid AND listed.checkout_id = s.row_id
    )
    UPDATE checkouts c SET status = ${abandoned}, updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM stale s WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = s.row_id
    RETURNING ${checkoutStateColumns}`);
}
