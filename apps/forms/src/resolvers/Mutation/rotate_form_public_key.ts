import type { MutationResolvers } from "../../generated/types.js";

/** Gives a placement a new public key; the old one stops at once. */
export const rotate_form_public_key: NonNullable<MutationResolvers["rotate_form_public_key"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("rotate_form_public_key is not written yet");
  });
