import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import type { FormPlacementCopyField } from "../../generated/types.js";
import { changePlacement, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

const fieldOf = { tier_note_text: "tierNoteText", upsell_text: "upsellText" } as const satisfies Record<FormPlacementCopyField, string>;

export const set_form_placement_copy: MutationField<"set_form_placement_copy"> = mutation(
  { emits: [formPlacementUpdated] },
  async (tx, { input: { placementId, field, text = null } }) => {
    const placement = await placementToChange(tx, placementId);
    return { placement: await changePlacement(tx, placement, { [fieldOf[field]]: text }) };
  },
);
