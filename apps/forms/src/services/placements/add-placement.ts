import { formPlacementCreated } from "@offergraph/shared/contracts/events/forms";
import { readPlacements } from "../../db/placements.js";
import type { PlacementRow } from "../../db/rows.js";
import { insertPlacement } from "../../db/write-placements.js";
import type { Tx } from "../../tx.js";
import { placementDataOf } from "../forms/event-data.js";

/** Inserts a placement of a locked form and emits its event. */
export async function addPlacement(
  tx: Tx<typeof formPlacementCreated>,
  wanted: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<PlacementRow> {
  const rowId = await insertPlacement(tx, wanted);
  const [placement] = await readPlacements(tx.sql, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after insert.`);
  tx.emit(formPlacementCreated, rowId, placementDataOf(placement));
  return placement;
}
