import { discountCodeUpdated, placementSyncRequested } from "@offergraph/shared/events/catalog/discounts";
import { lockCodes, readRecords } from "../data/discount-codes.js";
import { readPlacementRows, readTargetsOf } from "../data/placements.js";
import type { DiscountCodeRecord, PlacementRow } from "../data/rows.js";
import { updateCode } from "../data/write-code.js";
import type { Path } from "../domain/fields.js";
import { eventDataOf } from "../events/publish.js";
import type { CodeWrite } from "./write.js";

/** A placement as it is once its code is locked, as every write of it locks first. None is a violation at this path. */
export async function lockPlacement(write: CodeWrite, id: string, path: Path): Promise<PlacementRow | undefined> {
  const [found] = await readPlacementRows(write.read, [id]);
  if (found) await lockCodes(write.read, [found.discountCodeId]);
  const [placement] = found ? await readPlacementRows(write.read, [id]) : [];
  if (!placement) write.violations.add(path, "NOT_FOUND", "There is no such placement in this workspace.");
  return placement;
}

/** A placement as it is now, with its targets, so that a repeat by Idempotency-Key answers them too. */
export async function completePlacement(write: CodeWrite, id: string): Promise<PlacementRow> {
  const [placement] = await readPlacementRows(write.read, [id]);
  if (!placement) throw new Error("A placement was locked and is not there.");
  return { ...placement, targets: (await readTargetsOf(write.read, [id])).get(id) ?? [] };
}

/** Moves the updatedAt of a locked code whose placements have changed, and tells of it. Returns it as it then is. */
export async function placementsChanged(write: CodeWrite, codeId: string): Promise<DiscountCodeRecord> {
  await updateCode(write, codeId, {});
  const [record] = await readRecords(write.read, [codeId]);
  if (!record) throw new Error("A discount code was locked and is not there.");
  write.emit(discountCodeUpdated, codeId, { ...eventDataOf(record), changed: ["placements", "updatedAt"] });
  return record;
}

/** Tells that this placement is to be pushed even if its store has it as it is. */
export function emitSyncRequested(write: CodeWrite, { rowId, discountCodeId, connectionId }: PlacementRow): void {
  write.emit(placementSyncRequested, rowId, { placementId: rowId, discountCodeId, connectionId });
}
