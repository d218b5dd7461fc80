import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { changePlacement, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_form_placement_published: MutationField<"set_form_placement_published"> = mutation(
  { emits: [formPlacementUpdated] },
  async (tx, { input: { placementId, published } }) => {
    const placement = await placementToChange(tx, placementId);
    return { placement: await changePlacement(tx, placement, { published }) };
  },
);
