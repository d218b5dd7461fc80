import type { MutationResolvers } from "../../generated/types.js";

/** Revokes a short link, or restores it. */
export const set_short_link_disabled: NonNullable<MutationResolvers["set_short_link_disabled"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_short_link_disabled is not written yet");
  });
