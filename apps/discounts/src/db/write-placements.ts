import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import type { WantedPlacement } from "../domain/placements.js";
import { syncStatuses } from "../domain/ranks.js";
import { Prisma } from "../generated/prisma/client.js";
import type { ConnectionRow, PlacementRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** Changes to a code's placements. */
export interface PlacementPlan {
  /** Replaces all placements; undefined keeps them. */
  listed: readonly WantedPlacement[] | undefined;
  /** Added unless the code is already on that connection. */
  added: WantedPlacement | undefined;
}

const jsonOf = (child: WantedPlacement["child"]) => (child === null ? Prisma.DbNull : (child as Prisma.InputJsonObject));

/** Returns the rank of PENDING, or of NOT_PUSHED on a manual connection. */
function syncStatusOf(connections: ReadonlyMap<string, ConnectionRow>, connectionId: string): number {
  return syncStatuses.indexOf(connections.get(connectionId)?.provider === "manual" ? "NOT_PUSHED" : "PENDING");
}

/**
 * Marks the pushed placements of these codes as PENDING. Call it in the transaction of the change, so that no reader sees the new version as
 * SYNCED.
 */
export function markPushesPending(writing: Writing, codeIds: readonly string[]): Promise<void> {
  return setPending(writing, { discountCodeId: { in: [...codeIds] } });
}

/** Marks one placement as PENDING. */
export function markPushPending(writing: Writing, placementId: string): Promise<void> {
  return setPending(writing, { rowId: placementId });
}

/** Keeps lastError until the next push has a result. */
async function setPending({ transaction, workspaceId }: Writing, which: Prisma.PlacementWhereInput): Promise<void> {
  await transaction.placement.updateMany({
    where: { ...which, workspaceId, syncStatus: { not: syncStatuses.indexOf("NOT_PUSHED") } },
    data: { syncStatus: syncStatuses.indexOf("PENDING"), syncVersion: { increment: 1 } },
  });
}

/** Deletes a placement and its targets. */
export async function deletePlacement({ transaction, workspaceId }: Writing, rowId: string): Promise<void> {
  await transaction.placement.deleteMany({ where: { workspaceId, rowId } });
}

/** Applies a plan to a code's placements; returns true if anything changed. The connections must exist. */
export async function writePlacements(
  { transaction, workspaceId, now }: Writing,
  discountCodeId: string,
  { listed, added }: PlacementPlan,
  { existing, connections }: { existing: readonly PlacementRow[]; connections: ReadonlyMap<string, ConnectionRow> },
): Promise<boolean> {
  const placed = new Map(existing.map((placement) => [placement.connectionId, placement]));
  const wanted = [...(listed ?? [])];
  const keepsAdded = listed
    ? wanted.some(({ connectionId }) => connectionId === added?.connectionId)
    : placed.has(added?.connectionId ?? "");
  if (added && !keepsAdded) wanted.push(added);

  const removed = listed ? existing.filter(({ connectionId }) => !wanted.some((one) => one.connectionId === connectionId)) : [];
  const fresh = wanted.filter(({ connectionId }) => !placed.has(connectionId));
  const altered = wanted.filter(({ connectionId, child }) => {
    const placement = placed.get(connectionId);
    return placement !== undefined && canonicalJson(placement.child) !== canonicalJson(child);
  });

  if (removed.length > 0)
    await transaction.placement.deleteMany({ where: { workspaceId, rowId: { in: removed.map(({ rowId }) => rowId) } } });
  for (const { connectionId, child } of altered)
    await transaction.placement.updateMany({
      where: { workspaceId, discountCodeId, connectionId },
      data: {
        child: jsonOf(child),
        syncStatus: syncStatusOf(connections, connectionId),
        syncVersion: { increment: 1 },
        updatedAt: now,
      },
    });
  if (fresh.length > 0)
    await transaction.placement.createMany({
      data: fresh.map(({ connectionId, child }) => ({
        rowId: newId(),
        workspaceId,
        createdAt: now,
        updatedAt: now,
        discountCodeId,
        connectionId,
        child: jsonOf(child),
        syncStatus: syncStatusOf(connections, connectionId),
      })),
    });
  return removed.length + fresh.length + altered.length > 0;
}
