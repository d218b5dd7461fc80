import { formPlacementCreated } from "@offergraph/shared/events/catalog/forms";
import { readPlacements } from "../data/placements.js";
import type { PlacementRow } from "../data/rows.js";
import { insertPlacement } from "../data/write-placements.js";
import { placementDataOf } from "../events/publish.js";
import type { FormWrite } from "./write.js";

/** Places a form whose row is locked, and tells of it. */
export async function addPlacement(
  write: FormWrite,
  wanted: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<PlacementRow> {
  const rowId = await insertPlacement(write, wanted);
  const [placement] = await readPlacements(write.read, [rowId]);
  if (!placement) throw new Error("A placement was written and is not there.");
  write.emit(formPlacementCreated, rowId, placementDataOf(placement));
  return placement;
}
