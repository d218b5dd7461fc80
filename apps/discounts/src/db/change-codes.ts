import { type Statement, sql } from "@offergraph/service/db/statement";
import type { Patch } from "../domain/fields.js";
import { nameKinds } from "../domain/ordinals.js";
import type { Db, Tx } from "../tx.js";
import { columnsOf, discountCodeColumns, scheduleTransitions } from "./discount-codes.js";
import { type DiscountCodeRow, idsOf } from "./rows.js";

export async function updateCode(tx: Tx, rowId: string, patch: Patch): Promise<void> {
  const { prisma, workspaceId, now } = tx;
  if (patch.status) await markStatusesWritten(tx, [rowId]);
  await prisma.discountCode.updateMany({ where: { workspaceId, rowId }, data: { ...columnsOf(patch), updatedAt: now } });
  if (patch.status || patch.startAt !== undefined || patch.endsAt !== undefined) await scheduleTransitions(tx, [rowId]);
}

export async function updateStatuses(tx: Db, ids: string[], status: number): Promise<void> {
  const now = tx.now.toISOString();
  await tx.sql(sql`
    UPDATE discount_codes d SET status = ${status}::smallint, status_written_at = ${writtenAt(now)}, updated_at = ${now}::timestamptz
    WHERE d.row_id = ANY(${ids}::uuid[])`);
  await scheduleTransitions(tx, ids);
}

/** Cancels due status transitions after a client's write that repeats the current status. The write has precedence over the transitions. */
export async function overrideScheduledStatus(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await markStatusesWritten(tx, ids);
  await scheduleTransitions(tx, ids);
}

async function markStatusesWritten(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE discount_codes d SET status_written_at = ${writtenAt(tx.now.toISOString())} WHERE d.row_id = ANY(${ids}::uuid[])`);
}

/** Returns SQL for the later of `now` and `updated_at`. A concurrent transition may have stored a time after `now`. */
function writtenAt(now: string): Statement {
  return sql`GREATEST(${now}::timestamptz, d.updated_at)`;
}

/**
 * Writes the statuses that result from scheduled transitions. The caller must have locked the codes' rows. Does not change
 * `status_written_at`, because no client wrote the status.
 */
export async function applyScheduledStatuses(tx: Db, codes: readonly { rowId: string; status: number }[]): Promise<void> {
  const [ids, ranks] = [idsOf(codes), codes.map(({ status }) => status)];
  await tx.sql(sql`
    UPDATE discount_codes d SET status = given.status, updated_at = ${tx.now.toISOString()}::timestamptz
    FROM unnest(${ids}::uuid[], ${ranks}::smallint[]) AS given(row_id, status)
    WHERE d.row_id = given.row_id AND d.row_id = ANY(${ids}::uuid[])`);
}

/** Deletes codes, and their names and placements. Names of minted codes stay reserved. The caller must have locked the codes. */
export async function deleteCodes({ prisma, workspaceId }: Tx, ids: string[]): Promise<void> {
  await prisma.codeName.deleteMany({ where: { workspaceId, discountCodeId: { in: ids }, kind: { not: nameKinds.indexOf("MINTED") } } });
  await prisma.discountCode.deleteMany({ where: { workspaceId, rowId: { in: ids } } });
}

export function renameTag(tx: Db, from: string, to: string): Promise<DiscountCodeRow[]> {
  const renamed = sql`ARRAY(SELECT DISTINCT name FROM unnest(array_replace(d.tag_names, ${from}, ${to})) AS name ORDER BY name)`;
  return changeTagNames(tx, from, renamed);
}

export function removeTag(tx: Db, name: string): Promise<DiscountCodeRow[]> {
  return changeTagNames(tx, name, sql`array_remove(d.tag_names, ${name})`);
}

async function changeTagNames(tx: Db, tag: string, changed: Statement): Promise<DiscountCodeRow[]> {
  // Locks the rows in the same order as all other bulk writes, to prevent deadlocks.
  const rows = await tx.sql<{ rowId: string }>(
    sql`SELECT d.row_id AS "rowId" FROM discount_codes d WHERE ${tag} = ANY(d.tag_names) ORDER BY d.row_id FOR UPDATE`,
  );
  return tx.sql<DiscountCodeRow>(sql`
    WITH changed AS (
      UPDATE discount_codes d SET tag_names = ${changed}, updated_at = ${tx.now.toISOString()}::timestamptz
      WHERE d.row_id = ANY(${idsOf(rows)}::uuid[]) RETURNING d.*
    ) SELECT ${discountCodeColumns} FROM changed d ORDER BY d.created_at DESC, d.row_id`);
}
