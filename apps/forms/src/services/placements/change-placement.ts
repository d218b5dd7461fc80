import { isDeepStrictEqual } from "node:util";
import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { lockPlacement, readPlacements } from "../../db/placements.js";
import type { PlacementRow } from "../../db/rows.js";
import { type PlacementChange, updatePlacement } from "../../db/write-placements.js";
import { placementDataOf } from "../forms/event-data.js";
import type { FormWrite } from "../forms/write.js";

/** Locks and returns the placement of a mutation's input. Ends the mutation with userErrors if it does not exist or there are violations. */
export async function placementToChange(write: FormWrite, id: string): Promise<PlacementRow> {
  const placement = await lockPlacement(write.read, id);
  if (!placement) return rejectWith(write, ["input", "placementId"], "NOT_FOUND", "No such placement in this workspace.");
  write.check();
  return placement;
}

/** Updates a locked placement and emits its event; no-op if nothing differs. */
export async function changePlacement(write: FormWrite, placement: PlacementRow, change: PlacementChange): Promise<PlacementRow> {
  const fields = (Object.keys(change) as (keyof PlacementChange)[]).filter((field) => !isDeepStrictEqual(change[field], placement[field]));
  const [first, ...rest] = fields;
  if (!first) return placement;
  await updatePlacement(write, placement.rowId, Object.fromEntries(fields.map((field) => [field, change[field]])));
  return tellOfPlacement(write, placement.rowId, [first, ...rest]);
}

/** Reads a placement after a change and emits its event with the changed fields. */
export async function tellOfPlacement(
  write: FormWrite,
  rowId: string,
  changed: [keyof PlacementChange | "publicKey" | "secret", ...(keyof PlacementChange | "hasSecret")[]],
): Promise<PlacementRow> {
  const [placement] = await readPlacements(write.read, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after update.`);
  write.emit(formPlacementUpdated, rowId, { ...placementDataOf(placement), changed: [...changed, "updatedAt"] });
  return placement;
}
