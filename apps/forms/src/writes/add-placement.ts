import { formPlacementCreated } from "@offergraph/shared/events/catalog/forms";
import { readPlacements } from "../data/placements.js";
import type { PlacementRow } from "../data/rows.js";
import { insertPlacement } from "../data/write-placements.js";
import { placementDataOf } from "../events/publish.js";
import type { FormWrite } from "./write.js";

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
