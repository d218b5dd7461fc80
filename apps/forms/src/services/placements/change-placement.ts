import { isDeepStrictEqual } from "node:util";
import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { lockPlacement, readPlacements } from "../../db/placements.js";
import type { PlacementRow } from "../../db/rows.js";
import { type PlacementChange, updatePlacement } from "../../db/write-placements.js";
import type { MutationTx, Tx } from "../../tx.js";
import { placementDataOf } from "../forms/event-data.js";

/** Locks the placement of a mutation's input, or ends the mutation with userErrors. */
export async function placementToChange(tx: MutationTx, id: string): Promise<PlacementRow> {
  const placement = await lockPlacement(tx.sql, id);
  if (!placement) return rejectWith(tx, ["input", "placementId"], "NOT_FOUND", "No such placement in this workspace.");
  tx.check();
  return placement;
}

/** Updates a locked placement and emits its event; no-op if nothing differs. */
export async function changePlacement(
  tx: Tx<typeof formPlacementUpdated>,
  placement: PlacementRow,
  change: PlacementChange,
): Promise<PlacementRow> {
  const fields = (Object.keys(change) as (keyof PlacementChange)[]).filter((field) => !isDeepStrictEqual(change[field], placement[field]));
  if (fields.length === 0) return placement;
  await updatePlacement(tx, placement.rowId, Object.fromEntries(fields.map((field) => [field, change[field]])));
  return emitPlacementUpdated(tx, placement.rowId, fields);
}

export async function emitPlacementUpdated(
  tx: Tx<typeof formPlacementUpdated>,
  rowId: string,
  changed: (keyof PlacementChange | "publicKey" | "secret" | "hasSecret")[],
): Promise<PlacementRow> {
  const [placement] = await readPlacements(tx.sql, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after update.`);
  tx.emit(formPlacementUpdated, rowId, { ...placementDataOf(placement), changed: [...changed, "updatedAt"] });
  return placement;
}
