import { formPlacementRemoved } from "@offergraph/shared/contracts/events/forms";
import { deletePlacement } from "../../db/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { placementToChange } from "../../services/placements/change-placement.js";

/** Removes a placement and its short link. Its responses keep its id. */
export const remove_form_placement: NonNullable<MutationResolvers["remove_form_placement"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { rowId, formId, channelId, connectionId } = await placementToChange(write, input.placementId);
    await deletePlacement(write, rowId);
    write.emit(formPlacementRemoved, rowId, { rowId, formId, channelId, connectionId });
    return { deletedId: rowId };
  });
