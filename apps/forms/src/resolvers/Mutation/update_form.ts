import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { queueFor } from "../../data/queue.js";
import type { MutationResolvers } from "../../generated/types.js";
import { checkStoredDraft } from "../../writes/check-stored-draft.js";
import { findFormToChange } from "../../writes/find-form.js";
import { updateFormFields } from "../../writes/update-form.js";
import { mutateForms } from "../../writes/write.js";

/** Changes the supplied fields. Status PUBLISHED publishes the form, like publish_form without shares. */
export const update_form: NonNullable<MutationResolvers["update_form"]> = async (_source, { input: { formId, body } }, context) => {
  if (body.status === "PUBLISHED") await checkStoredDraft(context, formId, ["input", "body", "status"]);
  return mutateForms(context, async (write) => {
    if (body.status) await queueFor(write, "rotation");
    const form = await findFormToChange(write, formId, ["input", "formId"]);
    const changed = await updateFormFields(write, form, body, ["input", "body"]);
    return changed ? { form: changed } : throwUserErrors(write);
  });
};
