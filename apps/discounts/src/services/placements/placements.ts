import { type discountCodeUpdated, placementSyncRequested } from "@offergraph/shared/contracts/events/discounts";
import { updateCode } from "../../db/change-codes.js";
import { lockCodes, readRecord } from "../../db/discount-codes.js";
import { readPlacementRows, readTargetsOf } from "../../db/placements.js";
import type { DiscountCodeRecord, PlacementRow } from "../../db/rows.js";
import { syncStatuses } from "../../domain/ordinals.js";
import type { Db, MutationTx, Tx } from "../../tx.js";
import { emitUpdated } from "../codes/events.js";

/** Locks the code that has the placement, and then reads the placement. Adds an error if the placement does not exist. */
export async function lockPlacement(tx: MutationTx, id: string): Promise<PlacementRow | undefined> {
  const [found] = await readPlacementRows(tx.sql, [id]);
  if (found) await lockCodes(tx, [found.discountCodeId]);
  const [placement] = found ? await readPlacementRows(tx.sql, [id]) : [];
  if (!placement) tx.errors.add(["input", "placementId"], "NOT_FOUND", "There is no such placement in this workspace.");
  return placement;
}

/** Reads a placement and its targets. */
export async function completePlacement({ sql }: Db, id: string): Promise<PlacementRow> {
  const [placement] = await readPlacementRows(sql, [id]);
  if (!placement) throw new Error(`Invariant violated: placement ${id} not found although it is locked.`);
  return { ...placement, targets: (await readTargetsOf(sql, [id])).get(id) ?? [] };
}

/** Sets a code's `updatedAt` after a change of placements. Emits an event and returns the record. The caller must have locked the code. */
export async function placementsChanged(tx: Tx<typeof discountCodeUpdated>, codeId: string): Promise<DiscountCodeRecord> {
  await updateCode(tx, codeId, {});
  const record = await readRecord(tx.sql, codeId);
  emitUpdated(tx, record, ["placements", "updatedAt"]);
  return record;
}

export function emitSyncRequested(tx: Tx<typeof placementSyncRequested>, placement: PlacementRow): void {
  const { rowId, discountCodeId, connectionId } = placement;
  tx.emit(placementSyncRequested, rowId, { placementId: rowId, discountCodeId, connectionId });
}

/** Returns false for manual connections and test workspaces, which get no pushes. */
export function isPushed({ syncStatus }: { syncStatus: number }): boolean {
  return syncStatus !== syncStatuses.indexOf("NOT_PUSHED");
}
