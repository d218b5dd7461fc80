import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import type { PlacementPlan, WantedPlacement } from "../domain/body.js";
import { syncStatuses } from "../domain/ranks.js";
import { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import type { ConnectionRow, PlacementRow } from "./rows.js";

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
  return read<PlacementRow>(sql`SELECT ${placementColumns} FROM placements p WHERE p.row_id = ANY(${ids}::uuid[])`);
}

export const connectionColumns = raw(
  `c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.created_at AS "createdAt", c.slug, c.name, c.provider`,
);

export function readConnections(read: Read, ids: readonly string[]): Promise<ConnectionRow[]> {
  return read<ConnectionRow>(sql`SELECT ${connectionColumns} FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
}

const jsonOf = (child: WantedPlacement["child"]) => (child === null ? Prisma.DbNull : (child as Prisma.InputJsonObject));

/** Returns the rank of PENDING, or of NOT_PUSHED on a manual connection. */
function syncStatusOf(connections: ReadonlyMap<string, ConnectionRow>, connectionId: string): number {
  return syncStatuses.indexOf(connections.get(connectionId)?.provider === "manual" ? "NOT_PUSHED" : "PENDING");
}

/** Applies a plan to a code's placements; returns true if anything changed. The connections must exist. */
export async function writePlacements(
  { prisma, workspaceId, now }: Tx,
  discountCodeId: string,
  { listed, added }: PlacementPlan,
  { existing, connections }: { existing: readonly PlacementRow[]; connections: ReadonlyMap<string, ConnectionRow> },
): Promise<boolean> {
  const placed = new Map(existing.map((placement) => [placement.connectionId, placement]));
  const kept = listed ?? existing;
  const wanted = [...(listed ?? [])];
  if (added && !kept.some(({ connectionId }) => connectionId === added.connectionId)) wanted.push(added);
  const removed = listed ? existing.filter(({ connectionId }) => !wanted.some((one) => one.connectionId === connectionId)) : [];
  const fresh = wanted.filter(({ connectionId }) => !placed.has(connectionId));
  const altered = wanted.filter(({ connectionId, child }) => {
    const placement = placed.get(connectionId);
    return placement !== undefined && canonicalJson(placement.child) !== canonicalJson(child);
  });

  if (removed.length > 0) await prisma.placement.deleteMany({ where: { workspaceId, rowId: { in: removed.map(({ rowId }) => rowId) } } });
  for (const { connectionId, child } of altered) {
    const syncStatus = syncStatusOf(connections, connectionId);
    await prisma.placement.updateMany({
      where: { workspaceId, discountCodeId, connectionId },
      data: { child: jsonOf(child), syncStatus, syncVersion: { increment: 1 }, updatedAt: now },
    });
  }
  const common = { workspaceId, discountCodeId, createdAt: now, updatedAt: now };
  const data = fresh.map(({ connectionId, child }) => {
    const syncStatus = syncStatusOf(connections, connectionId);
    return { ...common, rowId: newId(), connectionId, child: jsonOf(child), syncStatus };
  });
  if (data.length > 0) await prisma.placement.createMany({ data });
  return removed.length + fresh.length + altered.length > 0;
}

/**
 * Marks the pushed placements of these codes as PENDING. Call it in the transaction of the change, so that no reader sees the new version as
 * SYNCED.
 */
export function markPushesPending(tx: Tx, codeIds: readonly string[]): Promise<void> {
  return setPending(tx, { discountCodeId: { in: [...codeIds] } });
}

export function markPushPending(tx: Tx, placementId: string): Promise<void> {
  return setPending(tx, { rowId: placementId });
}

/** Keeps lastError until the next push has a result. */
async function setPending({ prisma, workspaceId }: Tx, which: Prisma.PlacementWhereInput): Promise<void> {
  await prisma.placement.updateMany({
    where: { ...which, workspaceId, syncStatus: { not: syncStatuses.indexOf("NOT_PUSHED") } },
    data: { syncStatus: syncStatuses.indexOf("PENDING"), syncVersion: { increment: 1 } },
  });
}

export async function deletePlacement({ prisma, workspaceId }: Tx, rowId: string): Promise<void> {
  await prisma.placement.deleteMany({ where: { workspaceId, rowId } });
}
