import type { MutationResolvers } from "../../generated/types.js";

/** Sets what opens a form on a web page, in place of what did. */
export const replace_form_triggers: NonNullable<MutationResolvers["replace_form_triggers"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("replace_form_triggers is not written yet");
  });
