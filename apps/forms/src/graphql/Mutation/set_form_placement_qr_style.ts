import { readQrStyle } from "../../domain/qr-style.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { changePlacement, placementToChange } from "../../services/placements/change-placement.js";

/** Sets the style of a placement's QR code. */
export const set_form_placement_qr_style: NonNullable<MutationResolvers["set_form_placement_qr_style"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { placementId, qr: given } = input;
    const qr = given ? readQrStyle(given, ["input", "qr"], write.violations) : null;
    const placement = await placementToChange(write, placementId);
    return { placement: await changePlacement(write, placement, { qr }) };
  });
