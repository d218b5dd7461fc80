import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { queueFor } from "../../db/queue.js";
import type { MutationResolvers } from "../../generated/types.js";
import { checkStoredDraft } from "../../services/forms/check-stored-draft.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { updateFormFields } from "../../services/forms/update-form.js";
import { mutateForms } from "../../services/forms/write.js";

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
