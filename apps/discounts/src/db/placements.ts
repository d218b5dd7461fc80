import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import type { PlacementPlan, RequestedPlacement } from "../domain/body.js";
import { syncStatuses } from "../domain/ordinals.js";
import type { Target } from "../domain/targets.js";
import { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { type ConnectionRow, idsOf, type PlacementRow, type TargetRow } from "./rows.js";

const placementColumns = raw(`
  p.row_id AS "rowId", p.workspace_id AS "workspaceId", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  p.discount_code_id AS "discountCodeId", p.connection_id AS "connectionId", p.child, p.sync_status AS "syncStatus",
  p.synced_at AS "syncedAt", p.last_error AS "lastError"`);

/** Returns placements by discount code id, oldest first. */
export async function readPlacementsOf(read: Read, codeIds: readonly string[]): Promise<Map<string, PlacementRow[]>> {
  const rows = await read<PlacementRow>(sql`
    SELECT ${placementColumns} FROM placements p WHERE p.discount_code_id = ANY(${codeIds}::uuid[])
    ORDER BY p.discount_code_id, p.created_at, p.row_id`);
  return groupBy(rows, ({ discountCodeId }) => discountCodeId);
}

export function readPlacementRows(read: Read, ids: readonly string[]): Promise<PlacementRow[]> {
  return read<PlacementRow>(sql`SELECT ${placementColumns} FROM ${rowsById("placements", ids)} p`);
}

const isPushed = (connection: ConnectionRow | undefined) => connection?.provider !== "manual" && connection?.isTest !== true;

/** Applies a plan to a code's placements, and returns true if anything changed. Requires that the plan's connections exist. */
export async function writePlacements(
  { prisma, workspaceId, now }: Tx,
  discountCodeId: string,
  { listed, added }: PlacementPlan,
  { existing, connections }: { existing: readonly PlacementRow[]; connections: ReadonlyMap<string, ConnectionRow> },
): Promise<boolean> {
  const placed = new Map(existing.map((placement) => [placement.connectionId, placement]));
  const next = [...(listed ?? [])];
  if (added && !(listed ?? existing).some(({ connectionId }) => connectionId === added.connectionId)) next.push(added);
  const removed = listed ? existing.filter(({ connectionId }) => !next.some((one) => one.connectionId === connectionId)) : [];
  const fresh = next.filter(({ connectionId }) => !placed.has(connectionId));
  const altered = next.filter(({ connectionId, child }) => {
    const placement = placed.get(connectionId);
    return placement !== undefined && canonicalJson(placement.child) !== canonicalJson(child);
  });
  const columnsOf = ({ connectionId, child }: RequestedPlacement) => ({
    child: child === null ? Prisma.DbNull : (child as Prisma.InputJsonObject),
    syncStatus: syncStatuses.indexOf(isPushed(connections.get(connectionId)) ? "PENDING" : "NOT_PUSHED"),
    updatedAt: now,
  });

  if (removed.length > 0) await prisma.placement.deleteMany({ where: { workspaceId, rowId: { in: idsOf(removed) } } });
  for (const placement of altered)
    await prisma.placement.updateMany({
      where: { workspaceId, discountCodeId, connectionId: placement.connectionId },
      data: { ...columnsOf(placement), syncVersion: { increment: 1 } },
    });
  const data = fresh.map((placement) => ({
    ...{ rowId: newId(), workspaceId, discountCodeId, connectionId: placement.connectionId, createdAt: now },
    ...columnsOf(placement),
  }));
  if (data.length > 0) await prisma.placement.createMany({ data });
  return removed.length + fresh.length + altered.length > 0;
}

/**
 * Marks placements as PENDING, except NOT_PUSHED placements. Does not change lastError. Call this function in the transaction that changes
 * the code or placement.
 */
export async function markPushesPending(
  { prisma, workspaceId }: Tx,
  which: { discountCodeId: { in: string[] } } | { rowId: string },
): Promise<void> {
  await prisma.placement.updateMany({
    where: { ...which, workspaceId, syncStatus: { not: syncStatuses.indexOf("NOT_PUSHED") } },
    data: { syncStatus: syncStatuses.indexOf("PENDING"), syncVersion: { increment: 1 } },
  });
}

export async function deletePlacement({ prisma, workspaceId }: Tx, rowId: string): Promise<void> {
  await prisma.placement.deleteMany({ where: { workspaceId, rowId } });
}

const targetColumns = raw(`t.placement_id AS "placementId", t.kind, t.external_ref AS "externalRef", t.title`);

/** Returns targets by placement id, in their stored order. */
export async function readTargetsOf(read: Read, placementIds: readonly string[]): Promise<Map<string, TargetRow[]>> {
  const rows = await read<TargetRow & { placementId: string }>(sql`
    SELECT ${targetColumns} FROM placement_targets t WHERE t.placement_id = ANY(${placementIds}::uuid[]) ORDER BY t.placement_id, t.position`);
  return groupBy(rows, ({ placementId }) => placementId);
}

/** Returns the targets of a code's placements, oldest placement first. */
export function readTargetsOfCode(read: Read, codeId: string): Promise<TargetRow[]> {
  return read<TargetRow>(sql`
    SELECT ${targetColumns} FROM placements p JOIN placement_targets t ON t.workspace_id = p.workspace_id AND t.placement_id = p.row_id
    WHERE p.discount_code_id = ${codeId}::uuid ORDER BY p.created_at, p.row_id, t.position`);
}

export async function replaceTargets({ prisma, workspaceId, now }: Tx, placementId: string, targets: readonly Target[]): Promise<void> {
  await prisma.placementTarget.deleteMany({ where: { workspaceId, placementId } });
  await prisma.placementTarget.createMany({ data: targets.map((target, position) => ({ ...target, workspaceId, placementId, position })) });
  await prisma.placement.updateMany({ where: { workspaceId, rowId: placementId }, data: { updatedAt: now } });
}
