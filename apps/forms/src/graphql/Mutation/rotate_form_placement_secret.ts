import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { replaceSecret } from "../../db/placements.js";
import { emitPlacementUpdated, placementToChange } from "../../services/placements/placements.js";
import { formerSecretMs, newPlacementSecret } from "../../services/secrets/placement-secrets.js";
import { type MutationField, mutation } from "../../tx.js";

type Field = MutationField<"rotate_form_placement_secret">;

/** Creates or replaces the secret of a placement. Returns only the encrypted secret, because the service stores the result for retries. */
const rotate: Field = mutation(
  { emits: [formPlacementUpdated], encryptedSecrets: ["secret"] },
  async (tx, { input }, { placementSecrets }) => {
    const { rowId, hasSecret } = await placementToChange(tx, input.placementId);
    const secret = placementSecrets.seal(rowId, newPlacementSecret());
    await replaceSecret(tx, rowId, secret, new Date(tx.now.getTime() + formerSecretMs));
    return { placement: await emitPlacementUpdated(tx, rowId, hasSecret ? ["secret"] : ["secret", "hasSecret"]), secret };
  },
);

const resolve = async (...[source, given, context]: Parameters<Field>) => {
  const answer = await rotate(source, given, context);
  const placement = await answer?.placement;
  if (!answer?.secret || !placement) return answer;
  return { ...answer, secret: context.placementSecrets.open(placement.rowId, answer.secret) };
};
export const rotate_form_placement_secret: Field = Object.assign(resolve, { emits: rotate.emits, warns: rotate.warns });
