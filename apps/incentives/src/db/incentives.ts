import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type LookUp, onlyOne } from "@offergraph/shared/errors/look-up-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { type IncentiveFields, storedFields } from "../domain/fields.js";
import { incentiveStatuses } from "../domain/ordinals.js";
import type { Db, PrismaDb } from "../tx.js";
import { type IncentiveRow, incentiveColumns } from "./rows.js";

// The functions of this file never return deleted incentives.

export function readIncentives(read: Read, ids: readonly string[]): Promise<IncentiveRow[]> {
  return read<IncentiveRow>(sql`
    SELECT ${incentiveColumns} FROM ${rowsById("incentives", ids)} i WHERE i.deleted_at IS NULL`);
}

export async function readWritten(tx: Db, rowId: string): Promise<IncentiveRow> {
  const [incentive] = await readIncentives(tx.sql, [rowId]);
  if (!incentive) throw new Error(`Invariant violated: incentive ${rowId} not found after it was written.`);
  return incentive;
}

export async function lockIncentiveMeant(tx: Db, ref: Ref): Promise<LookUp<IncentiveRow>> {
  const { id, name } = readRef(ref);
  const condition = name === undefined ? sql`i.row_id = ${id}::uuid` : sql`i.name = ${name}`;
  return onlyOne(
    await tx.sql<IncentiveRow>(sql`
      SELECT ${incentiveColumns} FROM incentives i WHERE ${condition} AND i.deleted_at IS NULL ORDER BY i.row_id LIMIT 2 FOR UPDATE`),
  );
}

/** Reads at most two incentives per name, enough to detect an ambiguous name. */
export async function readIncentivesNamed(read: Read, names: readonly string[]): Promise<Map<string, Pick<IncentiveRow, "rowId">[]>> {
  const rows = await read<{ name: string; rowId: string }>(sql`
    SELECT n.name, named.row_id AS "rowId" FROM unnest(${names}::text[]) AS n(name)
    CROSS JOIN LATERAL (SELECT i.row_id FROM incentives i WHERE i.name = n.name AND i.deleted_at IS NULL LIMIT 2) named`);
  return groupBy(rows, ({ name }) => name);
}

/** Returns the incentives of each form, newest first. */
export async function readIncentivesOf(read: Read, formIds: readonly string[]): Promise<Map<string, IncentiveRow[]>> {
  const rows = await read<IncentiveRow & { formId: string }>(sql`
    SELECT ${incentiveColumns} FROM incentives i WHERE i.form_id = ANY(${formIds}::uuid[]) AND i.deleted_at IS NULL
    ORDER BY i.created_at DESC, i.row_id`);
  return groupBy(rows, ({ formId }) => formId);
}

export async function insertIncentive({ prisma, workspaceId, now }: PrismaDb, rowId: string, fields: IncentiveFields): Promise<void> {
  const status = incentiveStatuses.indexOf(fields.status);
  const data = { ...storedFields(fields), status, rowId, workspaceId, createdAt: now, updatedAt: now };
  await prisma.incentive.createMany({ data: [data] });
}

const active = incentiveStatuses.indexOf("ACTIVE");

export async function updateIncentive(
  { prisma, workspaceId, now }: PrismaDb,
  { rowId, status }: Pick<IncentiveRow, "rowId" | "status">,
  change: Partial<IncentiveFields>,
): Promise<void> {
  const stored = storedFields(change);
  const data = { ...stored, ...timesOfStatus(status, stored.status ?? status, now), updatedAt: now };
  await prisma.incentive.updateMany({ where: { workspaceId, rowId }, data });
}

export async function deleteIncentive(
  { prisma, workspaceId, now }: PrismaDb,
  { rowId, status }: Pick<IncentiveRow, "rowId" | "status">,
): Promise<void> {
  const data = { ...(status === active && { activeUntil: now }), deletedAt: now, updatedAt: now };
  await prisma.incentive.updateMany({ where: { workspaceId, rowId }, data });
}

function timesOfStatus(before: number, after: number, now: Date): { activeSince?: Date; activeUntil?: Date | null } {
  if (before === after) return {};
  if (after === active) return { activeSince: now, activeUntil: null };
  return before === active ? { activeUntil: now } : {};
}
