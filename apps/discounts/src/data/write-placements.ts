import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import type { WantedPlacement } from "../domain/placements.js";
import { syncStatuses } from "../domain/ranks.js";
import { Prisma } from "../generated/prisma/client.js";
import type { ConnectionRow, PlacementRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** What a write does to a code's placements. */
export interface PlacementPlan {
  /** Placements that replace all there are; undefined leaves them. */
  listed: readonly WantedPlacement[] | undefined;
  /** One more, unless the code is on that connection already. */
  added: WantedPlacement | undefined;
}

const jsonOf = (child: WantedPlacement["child"]) => (child === null ? Prisma.DbNull : (child as Prisma.InputJsonObject));

/** What a placement is when the store is yet to be told; a manual connection never is. */
function syncStatusOf(connections: ReadonlyMap<string, ConnectionRow>, connectionId: string): number {
  return syncStatuses.indexOf(connections.get(connectionId)?.provider === "manual" ? "NOT_PUSHED" : "PENDING");
}

/**
 * What stores have of these codes is no longer what they are: placements on stores wait to be pushed.
 * In the transaction of the change, so that who reads the code after it never finds it SYNCED as it was before.
 */
export function awaitPushes(writing: Writing, codeIds: readonly string[]): Promise<void> {
  return setPending(writing, { discountCodeId: { in: [...codeIds] } });
}

/** The same for one placement alone. */
export function awaitPush(writing: Writing, placementId: string): Promise<void> {
  return setPending(writing, { rowId: placementId });
}

/** The last error stays until the next push has an outcome: until then it is the newest that is known. */
async function setPending({ transaction, workspaceId }: Writing, which: Prisma.PlacementWhereInput): Promise<void> {
  await transaction.placement.updateMany({
    where: { ...which, workspaceId, syncStatus: { not: syncStatuses.indexOf("NOT_PUSHED") } },
    data: { syncStatus: syncStatuses.indexOf("PENDING"), syncVersion: { increment: 1 } },
  });
}

/** Takes a placement away, and its targets with it. */
export async function deletePlacement({ transaction, workspaceId }: Writing, rowId: string): Promise<void> {
  await transaction.placement.deleteMany({ where: { workspaceId, rowId } });
}

/** Brings a code's placements to what the plan says; returns whether anything changed. The connections have to be there. */
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
