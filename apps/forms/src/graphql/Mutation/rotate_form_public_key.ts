import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { rotatePublicKey } from "../../db/placements.js";
import { emitPlacementUpdated, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const rotate_form_public_key: MutationField<"rotate_form_public_key"> = mutation(
  { emits: [formPlacementUpdated] },
  async (tx, { input }) => {
    const { rowId } = await placementToChange(tx, input.placementId);
    await rotatePublicKey(tx, rowId);
    return { placement: await emitPlacementUpdated(tx, rowId, ["publicKey"]) };
  },
);
