import { sql } from "@offergraph/shared/database/statement";
import { toScaled } from "../domain/decimals.js";
import type { DiscountCodeFields, Patch } from "../domain/fields.js";
import { creators, statuses, valueKinds } from "../domain/ranks.js";
import type { DiscountCodeCreatedBy } from "../generated/types.js";
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

/** Adds a code's own row; its names, colours and placements are written apart. */
export async function insertCode(
  { transaction, workspaceId, now }: Writing,
  rowId: string,
  fields: DiscountCodeFields,
  createdBy: DiscountCodeCreatedBy,
): Promise<void> {
  const { code, title, oneTimePurchase, isPublic, tagNames, aliasedCodes, valueKind, status } = fields;
  const required = { code, title, oneTimePurchase, isPublic, tagNames, aliasCount: aliasedCodes.length };
  const ranks = { valueKind: valueKinds.indexOf(valueKind), status: statuses.indexOf(status), createdBy: creators.indexOf(createdBy) };
  const data = { ...columnsOf(fields), ...required, ...ranks, rowId, workspaceId, createdAt: now, updatedAt: now, statusWrittenAt: now };
  await transaction.discountCode.createMany({ data: [data] });
}

/** Changes a code's own row. */
export async function updateCode({ transaction, workspaceId, now }: Writing, rowId: string, patch: Patch): Promise<void> {
  const written = patch.status && { statusWrittenAt: now };
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId }, data: { ...columnsOf(patch), ...written, updatedAt: now } });
}

/** Sets one status on these codes. */
export async function updateStatuses({ transaction, workspaceId, now }: Writing, ids: string[], status: number): Promise<void> {
  await transaction.discountCode.updateMany({
    where: { workspaceId, rowId: { in: ids } },
    data: { status, statusWrittenAt: now, updatedAt: now },
  });
}

/** Removes a code; its names and placements go with it. */
export async function deleteCode({ transaction, workspaceId }: Writing, rowId: string): Promise<void> {
  await transaction.discountCode.deleteMany({ where: { workspaceId, rowId } });
}

/**
 * Lets one transaction at a time write this code's name (until it ends), so that of two that save a code without an id the
 * second finds what the first made. Taken before any row is locked.
 */
export async function queueForName({ read, workspaceId }: Writing, key: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${key}`}, 0)) IS NULL AS queued`);
}
