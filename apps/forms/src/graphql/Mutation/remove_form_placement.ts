import { formPlacementRemoved } from "@offergraph/shared/contracts/events/forms";
import { deletePlacement } from "../../db/placements.js";
import { placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const remove_form_placement: MutationField<"remove_form_placement"> = mutation(
  { emits: [formPlacementRemoved] },
  async (tx, { input }) => {
    const { rowId, formId, channelId, connectionId } = await placementToChange(tx, input.placementId);
    await deletePlacement(tx, rowId);
    tx.emit(formPlacementRemoved, rowId, { rowId, formId, channelId, connectionId });
    return { deletedId: rowId };
  },
);
