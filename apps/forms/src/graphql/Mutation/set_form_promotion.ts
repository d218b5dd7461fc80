import { queueFor } from "../../db/queue.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { changeRotation, readShares } from "../../services/placements/rotation.js";

/** Replaces the rotation: each published form's share of visitors. */
export const set_form_promotion: NonNullable<MutationResolvers["set_form_promotion"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    await queueFor(write, "rotation");
    const shares = await readShares(write, input.shares, ["input", "shares"]);
    write.check();
    return { rotation: await changeRotation(write, shares) };
  });
