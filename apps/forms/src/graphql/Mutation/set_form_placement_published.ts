import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { readForms } from "../../db/forms.js";
import { placementWarnings, warningsOfPlacement } from "../../domain/warnings.js";
import { changePlacement, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_form_placement_published: MutationField<"set_form_placement_published"> = mutation(
  { emits: [formPlacementUpdated], warns: placementWarnings },
  async (tx, { input: { placementId, published } }) => {
    const placement = await placementToChange(tx, placementId);
    const changed = await changePlacement(tx, placement, { published });
    const [form] = published ? await readForms(tx.sql, [changed.formId]) : [];
    if (form) tx.warn(...warningsOfPlacement(form, changed));
    return { placement: changed };
  },
);
