import { rotatePublicKey } from "../../db/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { placementToChange, tellOfPlacement } from "../../services/placements/change-placement.js";

/** Replaces a placement's public key. The old key stops working at once. */
export const rotate_form_public_key: NonNullable<MutationResolvers["rotate_form_public_key"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { rowId } = await placementToChange(write, input.placementId);
    await rotatePublicKey(write, rowId);
    return { placement: await tellOfPlacement(write, rowId, ["publicKey"]) };
  });
