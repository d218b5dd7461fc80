import { type Statement, sql } from "@offergraph/shared/database/statement";
import { toScaled } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeFields, Patch } from "../domain/fields.js";
import { creators, nameKinds, statuses, valueKinds } from "../domain/ranks.js";
import { nextTransition } from "../domain/transitions.js";
import type { DiscountCodeCreatedBy } from "../generated/types.js";
import { bulkRows } from "./bulk-rows.js";
import { scheduleTransitions } from "./scheduled-transitions.js";
import type { Writing } from "./transaction.js";

const scaled = (text: string | null) => (text === null ? null : toScaled(text));

/** Fields as their columns. What a patch leaves out stays undefined, which Prisma leaves alone. */
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

/** A new code. */
export interface NewCode {
  rowId: string;
  fields: DiscountCodeFields;
  createdBy: DiscountCodeCreatedBy;
  usageCount?: number;
}

/** Adds codes' own rows; their names, colours and placements are written apart. */
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

/** Changes a locked code's own row. */
export async function updateCode(writing: Writing, rowId: string, patch: Patch): Promise<void> {
  const { transaction, workspaceId, now } = writing;
  if (patch.status) await noteStatusesWritten(writing, [rowId]);
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId }, data: { ...columnsOf(patch), updatedAt: now } });
  if (patch.status || patch.startAt !== undefined || patch.endsAt !== undefined) await scheduleTransitions(writing, [rowId]);
}

/** Sets one status on these locked codes. */
export async function updateStatuses(writing: Writing, ids: string[], status: number): Promise<void> {
  const now = writing.now.toISOString();
  await writing.read(sql`
    UPDATE discount_codes d SET status = ${status}::smallint, status_written_at = ${writtenAt(now)}, updated_at = ${now}::timestamptz
    WHERE d.row_id = ANY(${ids}::uuid[])`);
  await scheduleTransitions(writing, ids);
}

/**
 * A client has written the status that these locked codes have already: it stands from now on. Without this, a time that passed just
 * before would still move it, or not, depending on who came to the code first.
 */
export async function confirmStatuses(writing: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await noteStatusesWritten(writing, ids);
  await scheduleTransitions(writing, ids);
}

async function noteStatusesWritten({ read, now }: Writing, ids: readonly string[]): Promise<void> {
  await read(sql`
    UPDATE discount_codes d SET status_written_at = ${writtenAt(now.toISOString())} WHERE d.row_id = ANY(${ids}::uuid[])`);
}

/** A write begins before it has its lock: time may have moved the code meanwhile, and then the write comes after that. */
function writtenAt(now: string): Statement {
  return sql`GREATEST(${now}::timestamptz, d.updated_at)`;
}

/** Sets the statuses that time has brought to these locked codes: not written by a client, so they count from what was. */
export async function moveStatuses({ read, now }: Writing, moved: readonly { rowId: string; status: number }[]): Promise<void> {
  const [ids, ranks] = [moved.map(({ rowId }) => rowId), moved.map(({ status }) => status)];
  await read(sql`
    UPDATE discount_codes d SET status = given.status, updated_at = ${now.toISOString()}::timestamptz
    FROM unnest(${ids}::uuid[], ${ranks}::smallint[]) AS given(row_id, status) WHERE d.row_id = given.row_id`);
}

/** Removes a locked code; its placements, code and aliases go with it. What was minted for grants stays taken. */
export async function deleteCode({ transaction, read, workspaceId }: Writing, rowId: string): Promise<void> {
  await read(sql`
    DELETE FROM code_names n WHERE n.discount_code_id = ${rowId}::uuid AND n.kind <> ${nameKinds.indexOf("MINTED")}`);
  await transaction.discountCode.deleteMany({ where: { workspaceId, rowId } });
}

/**
 * Lets one transaction at a time write this code's name (until it ends), so that of two that save a code without an id the
 * second finds what the first made. Taken before any row is locked.
 */
export async function queueForName({ read, workspaceId }: Writing, key: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${key}`}, 0)) IS NULL AS queued`);
}
