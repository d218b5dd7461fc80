import { discountCodeUpdated, placementSyncRequested } from "@offergraph/shared/contracts/events/discounts";
import { lockCodes, readRecords } from "../../db/discount-codes.js";
import { readPlacementRows, readTargetsOf } from "../../db/placements.js";
import type { DiscountCodeRecord, PlacementRow } from "../../db/rows.js";
import { updateCode } from "../../db/write-code.js";
import type { Path } from "../../domain/fields.js";
import { eventDataOf } from "../codes/event-data.js";
import type { CodeWrite } from "../codes/write.js";

/** Locks the placement's code, as all writes do, and then reads the placement. Adds a violation at this path if there is none. */
export async function lockPlacement(write: CodeWrite, id: string, path: Path): Promise<PlacementRow | undefined> {
  const [found] = await readPlacementRows(write.read, [id]);
  if (found) await lockCodes(write.read, [found.discountCodeId]);
  const [placement] = found ? await readPlacementRows(write.read, [id]) : [];
  if (!placement) write.violations.add(path, "NOT_FOUND", "There is no such placement in this workspace.");
  return placement;
}

/** Reads a placement with its targets, so that the response stored for an Idempotency-Key includes them. */
export async function completePlacement(write: CodeWrite, id: string): Promise<PlacementRow> {
  const [placement] = await readPlacementRows(write.read, [id]);
  if (!placement) throw new Error(`Invariant violated: placement ${id} not found under its lock.`);
  return { ...placement, targets: (await readTargetsOf(write.read, [id])).get(id) ?? [] };
}

/** Updates updatedAt of a locked code whose placements changed, emits an event, and returns the record. */
export async function placementsChanged(write: CodeWrite, codeId: string): Promise<DiscountCodeRecord> {
  await updateCode(write, codeId, {});
  const [record] = await readRecords(write.read, [codeId]);
  if (!record) throw new Error(`Invariant violated: discount code ${codeId} not found under its lock.`);
  write.emit(discountCodeUpdated, codeId, { ...eventDataOf(record), changed: ["placements", "updatedAt"] });
  return record;
}

/** Requests a push of this placement even if the store is up to date. */
export function emitSyncRequested(write: CodeWrite, { rowId, discountCodeId, connectionId }: PlacementRow): void {
  write.emit(placementSyncRequested, rowId, { placementId: rowId, discountCodeId, connectionId });
}
