import { queueFor } from "../../data/queue.js";
import type { MutationResolvers } from "../../generated/types.js";
import { changeRotation, readShares } from "../../writes/rotation.js";
import { mutateForms } from "../../writes/write.js";

/** Replaces the rotation: each published form's share of visitors. */
export const set_form_promotion: NonNullable<MutationResolvers["set_form_promotion"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    await queueFor(write, "rotation");
    const shares = await readShares(write, input.shares, ["input", "shares"]);
    write.check();
    return { rotation: await changeRotation(write, shares) };
  });
