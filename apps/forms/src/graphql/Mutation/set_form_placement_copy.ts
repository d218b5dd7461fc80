import type { FormPlacementCopyField, MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { changePlacement, placementToChange } from "../../services/placements/change-placement.js";

const fieldOf = { tier_note_text: "tierNoteText", upsell_text: "upsellText" } as const satisfies Record<FormPlacementCopyField, string>;

/** Overrides a text of a placement. */
export const set_form_placement_copy: NonNullable<MutationResolvers["set_form_placement_copy"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { placementId, field, text = null } = input;
    const placement = await placementToChange(write, placementId);
    return { placement: await changePlacement(write, placement, { [fieldOf[field]]: text }) };
  });
