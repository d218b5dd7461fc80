import { replaceSecret } from "../../db/placement-secrets.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { placementToChange, tellOfPlacement } from "../../services/placements/change-placement.js";
import { formerSecretMs, newPlacementSecret } from "../../services/secrets/placement-secrets.js";

/** Creates or replaces a placement's secret. The result stored for an Idempotency-Key contains the secret encrypted. */
export const rotate_form_placement_secret: NonNullable<MutationResolvers["rotate_form_placement_secret"]> = async (
  _source,
  { input },
  context,
) => {
  const { sealed, ...answer } = await mutateForms(context, async (write) => {
    const { rowId, hasSecret } = await placementToChange(write, input.placementId);
    const made = context.placementSecrets.seal(rowId, newPlacementSecret());
    await replaceSecret(write, rowId, { sealed: made, formerEndsAt: new Date(write.now.getTime() + formerSecretMs) });
    return { placement: await tellOfPlacement(write, rowId, hasSecret ? ["secret"] : ["secret", "hasSecret"]), sealed: made };
  });
  const { placement } = answer;
  return { ...answer, secret: placement && sealed !== undefined ? context.placementSecrets.open(placement.rowId, sealed) : null };
};
