import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { changePlacement, placementToChange } from "../../services/placements/change-placement.js";

/** Publishes or unpublishes a placement. */
export const set_form_placement_published: NonNullable<MutationResolvers["set_form_placement_published"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const placement = await placementToChange(write, input.placementId);
    return { placement: await changePlacement(write, placement, { published: input.published }) };
  });
