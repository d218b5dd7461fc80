import type { MutationResolvers } from "../../generated/types.js";

/** Keeps a draft of the form's questions: a SurveyJS model. */
export const save_form_draft: NonNullable<MutationResolvers["save_form_draft"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("save_form_draft is not written yet");
  });
