import { rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { lockForWorkspace } from "../../db/forms.js";
import { changeRotation, readShares } from "../../services/placements/rotation.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_form_promotion: MutationField<"set_form_promotion"> = mutation({ emits: [rotationChanged] }, async (tx, { input }) => {
  await lockForWorkspace(tx, "rotation");
  const shares = await readShares(tx, input.shares, ["input", "shares"]);
  tx.check();
  return { rotation: await changeRotation(tx, shares) };
});
