import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { draftWarnings } from "../../domain/warnings.js";
import { changeForm } from "../../services/forms/change-form.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { warnOfDraft } from "../../services/forms/warnings.js";
import { type MutationField, mutation } from "../../tx.js";

export const save_form_draft: MutationField<"save_form_draft"> = mutation(
  {
    emits: [formUpdated],
    warns: draftWarnings,
    // Checks the model before the transaction begins, because the check of a large model takes seconds.
    prepare: ({ input: { payload } }, { surveys, principal, errors }) =>
      surveys.checkModel(principal.workspaceId, payload, ["input", "payload"], errors),
  },
  async (tx, { input: { formId, payload } }) => {
    const form = await findFormToChange(tx, formId, ["input", "formId"]);
    if (!form) return throwUserErrors(tx);
    tx.check();
    const changed = await changeForm(tx, form, canonicalJson(form.draft) === canonicalJson(payload) ? {} : { draft: payload });
    await warnOfDraft(tx, changed);
    return { form: changed };
  },
);
