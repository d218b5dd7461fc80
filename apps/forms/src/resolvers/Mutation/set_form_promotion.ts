import type { MutationResolvers } from "../../generated/types.js";

/** Sets how visitors are split over the published forms. */
export const set_form_promotion: NonNullable<MutationResolvers["set_form_promotion"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_form_promotion is not written yet");
  });
