import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formPublished, rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { lockForWorkspace } from "../../db/forms.js";
import { publishedFormWarnings } from "../../domain/warnings.js";
import { checkStoredDraft } from "../../services/forms/check-draft.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { preparePublishing, publish } from "../../services/forms/publish.js";
import { warnOfPublishedForm } from "../../services/forms/warnings.js";
import { checkSharesAlone } from "../../services/placements/rotation.js";
import { type MutationField, mutation } from "../../tx.js";

export const publish_form: MutationField<"publish_form"> = mutation(
  {
    emits: [formPublished, rotationChanged],
    warns: publishedFormWarnings,
    prepare: ({ input: { formId } }, context) => checkStoredDraft(context, formId, ["input", "formId"]),
  },
  async (tx, { input: { formId, shares } }) => {
    await lockForWorkspace(tx, "rotation");
    const form = await findFormToChange(tx, formId, ["input", "formId"]);
    if (!form && shares) await checkSharesAlone(tx, shares, ["input", "shares"]);
    if (!form) return throwUserErrors(tx);
    const rotation = await preparePublishing(tx, form, shares, { state: ["input", "formId"], shares: ["input", "shares"] });
    tx.check();
    const published = await publish(tx, form, rotation);
    await warnOfPublishedForm(tx, published.form);
    return published;
  },
);
