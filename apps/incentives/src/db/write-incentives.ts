import { type IncentiveFields, storedFields } from "../domain/fields.js";
import { incentiveStatuses } from "../domain/ranks.js";
import type { IncentiveRow } from "./rows.js";
import type { Writing } from "./transaction.js";

export async function insertIncentive({ transaction, workspaceId, now }: Writing, rowId: string, fields: IncentiveFields): Promise<void> {
  const status = incentiveStatuses.indexOf(fields.status);
  const data = { ...storedFields(fields), status, rowId, workspaceId, createdAt: now, updatedAt: now };
  await transaction.incentive.createMany({ data: [data] });
}

const active = incentiveStatuses.indexOf("ACTIVE");

/** Writes the given fields of a locked incentive. */
export async function updateIncentive(
  { transaction, workspaceId, now }: Writing,
  { rowId, status }: Pick<IncentiveRow, "rowId" | "status">,
  change: Partial<IncentiveFields>,
): Promise<void> {
  const stored = storedFields(change);
  const times = timesOfStatus(status, stored.status ?? status, now);
  await transaction.incentive.updateMany({ where: { workspaceId, rowId }, data: { ...stored, ...times, updatedAt: now } });
}

/** Soft-deletes a locked incentive. Its grants are kept. */
export async function deleteIncentive(
  { transaction, workspaceId, now }: Writing,
  { rowId, status }: Pick<IncentiveRow, "rowId" | "status">,
): Promise<void> {
  const ended = status === active ? { activeUntil: now } : {};
  await transaction.incentive.updateMany({ where: { workspaceId, rowId }, data: { ...ended, deletedAt: now, updatedAt: now } });
}

/** Returns the columns for the start or end of the ACTIVE status. */
function timesOfStatus(before: number, after: number, now: Date): { activeSince?: Date; activeUntil?: Date | null } {
  if (before === after) return {};
  if (after === active) return { activeSince: now, activeUntil: null };
  return before === active ? { activeUntil: now } : {};
}
