import { rotatePublicKey } from "../../data/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { placementToChange, tellOfPlacement } from "../../writes/change-placement.js";
import { mutateForms } from "../../writes/write.js";

/** Replaces a placement's public key. The old key stops working at once. */
export const rotate_form_public_key: NonNullable<MutationResolvers["rotate_form_public_key"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { rowId } = await placementToChange(write, input.placementId);
    await rotatePublicKey(write, rowId);
    return { placement: await tellOfPlacement(write, rowId, ["publicKey"]) };
  });
