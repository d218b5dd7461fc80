import { type Statement, sql } from "@offergraph/service/db/statement";
import { toScaled } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeFields, Patch } from "../domain/fields.js";
import { creators, nameKinds, statuses, valueKinds } from "../domain/ranks.js";
import { nextTransition } from "../domain/transitions.js";
import type { DiscountCodeCreatedBy } from "../generated/types.js";
import { bulkRows } from "./bulk-rows.js";
import { scheduleTransitions } from "./scheduled-transitions.js";
import type { Writing } from "./transaction.js";

const scaled = (text: string | null) => (text === null ? null : toScaled(text));

/** Maps fields to columns. Omitted fields stay undefined, which Prisma ignores. */
function columnsOf({ aliasedCodes, valueKind, valuePercent, valueAmount, status, ...plain }: Patch) {
  return {
    ...plain,
    ...(aliasedCodes && { aliasCount: aliasedCodes.length }),
    ...(valueKind && { valueKind: valueKinds.indexOf(valueKind) }),
    ...(valuePercent !== undefined && { valuePercent: scaled(valuePercent) }),
    ...(valueAmount !== undefined && { valueAmount: scaled(valueAmount) }),
    ...(status && { status: statuses.indexOf(status) }),
  };
}

export interface NewCode {
  rowId: string;
  fields: DiscountCodeFields;
  createdBy: DiscountCodeCreatedBy;
  usageCount?: number;
}

/** Inserts rows of discount_codes; names, tag colors and placements are written separately. */
export async function insertCodes({ read, workspaceId, now }: Writing, codes: readonly NewCode[]): Promise<void> {
  const data = codes.map(({ rowId, fields, createdBy, usageCount = 0 }) => {
    const { code, title, oneTimePurchase, isPublic, tagNames, aliasedCodes, valueKind, status } = fields;
    const required = { code, title, oneTimePurchase, isPublic, tagNames, aliasCount: aliasedCodes.length, usageCount };
    const isExhausted = fields.usageLimit !== null && usageCount >= fields.usageLimit;
    const available = { isExhausted, isPoolEmpty: aliasedCodes.length === 0, isPoolLow: false };
    const ranks = { valueKind: valueKinds.indexOf(valueKind), status: statuses.indexOf(status), createdBy: creators.indexOf(createdBy) };
    return {
      ...columnsOf(fields),
      ...required,
      ...ranks,
      ...available,
      rowId,
      workspaceId,
      createdAt: now,
      updatedAt: now,
      statusWrittenAt: now,
    };
  });
  await read(sql`INSERT INTO discount_codes SELECT * FROM json_populate_recordset(NULL::discount_codes, ${bulkRows(data)}::json)`);
  const moving = codes.filter(({ fields }) => nextTransition({ ...fields, statusWrittenAt: now.toISOString() }));
  await scheduleTransitions(
    { read },
    moving.map(({ rowId }) => rowId),
  );
}

/** Updates the row of a locked code. */
export async function updateCode(writing: Writing, rowId: string, patch: Patch): Promise<void> {
  const { transaction, workspaceId, now } = writing;
  if (patch.status) await noteStatusesWritten(writing, [rowId]);
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId }, data: { ...columnsOf(patch), updatedAt: now } });
  if (patch.status || patch.startAt !== undefined || patch.endsAt !== undefined) await scheduleTransitions(writing, [rowId]);
}

/** Sets the status of locked codes. */
export async function updateStatuses(writing: Writing, ids: string[], status: number): Promise<void> {
  const now = writing.now.toISOString();
  await writing.read(sql`
    UPDATE discount_codes d SET status = ${status}::smallint, status_written_at = ${writtenAt(now)}, updated_at = ${now}::timestamptz
    WHERE d.row_id = ANY(${ids}::uuid[])`);
  await scheduleTransitions(writing, ids);
}

/** Re-setting the current status still counts as a write, so it overrides a scheduled transition that is already due. */
export async function overrideScheduledStatus(writing: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await noteStatusesWritten(writing, ids);
  await scheduleTransitions(writing, ids);
}

async function noteStatusesWritten({ read, now }: Writing, ids: readonly string[]): Promise<void> {
  await read(sql`
    UPDATE discount_codes d SET status_written_at = ${writtenAt(now.toISOString())} WHERE d.row_id = ANY(${ids}::uuid[])`);
}

/** Never before updated_at: a scheduled transition may have run after this write started and before it got its lock. */
function writtenAt(now: string): Statement {
  return sql`GREATEST(${now}::timestamptz, d.updated_at)`;
}

/** Sets statuses of scheduled transitions on locked codes. No client wrote them, so status_written_at stays. */
export async function moveStatuses({ read, now }: Writing, moved: readonly { rowId: string; status: number }[]): Promise<void> {
  const [ids, ranks] = [moved.map(({ rowId }) => rowId), moved.map(({ status }) => status)];
  await read(sql`
    UPDATE discount_codes d SET status = given.status, updated_at = ${now.toISOString()}::timestamptz
    FROM unnest(${ids}::uuid[], ${ranks}::smallint[]) AS given(row_id, status) WHERE d.row_id = given.row_id`);
}

/** Deletes a locked code with its placements, code and aliases. Codes minted for grants stay reserved. */
export async function deleteCode({ transaction, read, workspaceId }: Writing, rowId: string): Promise<void> {
  await read(sql`
    DELETE FROM code_names n WHERE n.discount_code_id = ${rowId}::uuid AND n.kind <> ${nameKinds.indexOf("MINTED")}`);
  await transaction.discountCode.deleteMany({ where: { workspaceId, rowId } });
}

/**
 * Takes an advisory lock on a code's name until the transaction ends, so that of two concurrent saves without id the second finds the
 * code of the first. Call it before any row is locked.
 */
export async function lockName({ read, workspaceId }: Writing, key: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${key}`}, 0)) IS NULL AS queued`);
}
