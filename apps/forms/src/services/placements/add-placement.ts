import { formPlacementCreated } from "@offergraph/shared/contracts/events/forms";
import { readPlacements } from "../../db/placements.js";
import type { PlacementRow } from "../../db/rows.js";
import { insertPlacement } from "../../db/write-placements.js";
import { placementDataOf } from "../forms/event-data.js";
import type { FormWrite } from "../forms/write.js";

/** Inserts a placement of a locked form and emits its event. */
export async function addPlacement(
  write: FormWrite,
  wanted: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<PlacementRow> {
  const rowId = await insertPlacement(write, wanted);
  const [placement] = await readPlacements(write.read, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after insert.`);
  write.emit(formPlacementCreated, rowId, placementDataOf(placement));
  return placement;
}
