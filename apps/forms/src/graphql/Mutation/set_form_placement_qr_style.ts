import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { readQrStyle } from "../../domain/qr-style.js";
import { changePlacement, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_form_placement_qr_style: MutationField<"set_form_placement_qr_style"> = mutation(
  { emits: [formPlacementUpdated] },
  async (tx, { input: { placementId, qr: given } }) => {
    const qr = given ? readQrStyle(given, ["input", "qr"], tx.errors) : null;
    const placement = await placementToChange(tx, placementId);
    return { placement: await changePlacement(tx, placement, { qr }) };
  },
);
