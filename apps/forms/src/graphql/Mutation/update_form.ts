import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formPublished, formUpdated, rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { lockForWorkspace } from "../../db/forms.js";
import { publishedFormWarnings } from "../../domain/warnings.js";
import { checkStoredDraft } from "../../services/forms/check-draft.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { updateFormFields } from "../../services/forms/update-form.js";
import { warnOfPublishedForm } from "../../services/forms/warnings.js";
import { type MutationField, mutation } from "../../tx.js";

/**
 * Changes the fields that the input contains. If the input sets the status PUBLISHED, publishes the form like publish_form without shares.
 */
export const update_form: MutationField<"update_form"> = mutation(
  {
    emits: [formUpdated, formPublished, rotationChanged],
    warns: publishedFormWarnings,
    async prepare({ input: { formId, body } }, context) {
      if (body.status === "PUBLISHED") await checkStoredDraft(context, formId, ["input", "body", "status"]);
    },
  },
  async (tx, { input: { formId, body } }) => {
    if (body.status) await lockForWorkspace(tx, "rotation");
    const form = await findFormToChange(tx, formId, ["input", "formId"]);
    const changed = await updateFormFields(tx, form, body, ["input", "body"]);
    if (!changed) return throwUserErrors(tx);
    if (body.status === "PUBLISHED") await warnOfPublishedForm(tx, changed);
    return { form: changed };
  },
);
