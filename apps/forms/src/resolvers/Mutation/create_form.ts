import type { MutationResolvers } from "../../generated/types.js";

/** Creates a form, as a draft. */
export const create_form: NonNullable<MutationResolvers["create_form"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("create_form is not written yet");
  });
