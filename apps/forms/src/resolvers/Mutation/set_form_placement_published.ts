import type { MutationResolvers } from "../../generated/types.js";
import { changePlacement, placementToChange } from "../../writes/change-placement.js";
import { mutateForms } from "../../writes/write.js";

/** Publishes or unpublishes a placement. */
export const set_form_placement_published: NonNullable<MutationResolvers["set_form_placement_published"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const placement = await placementToChange(write, input.placementId);
    return { placement: await changePlacement(write, placement, { published: input.published }) };
  });
