import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import type { MutationResolvers } from "../../generated/types.js";
import { changeForm } from "../../services/forms/change-form.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { mutateForms } from "../../services/forms/write.js";

/** Saves a draft of the form's questions: a SurveyJS model. */
export const save_form_draft: NonNullable<MutationResolvers["save_form_draft"]> = async (
  _source,
  { input: { formId, payload } },
  context,
) => {
  // Outside the transaction, since a large model takes seconds.
  await context.surveys.checkModel(context.principal.workspaceId, payload, ["input", "payload"], context.violations);
  return mutateForms(context, async (write) => {
    const form = await findFormToChange(write, formId, ["input", "formId"]);
    if (!form) return throwUserErrors(write);
    write.check();
    return { form: await changeForm(write, form, canonicalJson(form.draft) === canonicalJson(payload) ? {} : { draft: payload }) };
  });
};
