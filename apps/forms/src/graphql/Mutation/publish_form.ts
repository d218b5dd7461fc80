import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { queueFor } from "../../db/queue.js";
import type { MutationResolvers } from "../../generated/types.js";
import { checkStoredDraft } from "../../services/forms/check-stored-draft.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { preparePublishing, publish } from "../../services/forms/publish.js";
import { mutateForms } from "../../services/forms/write.js";
import { checkSharesAlone } from "../../services/placements/rotation.js";

/** Publishes the draft as an immutable version. */
export const publish_form: NonNullable<MutationResolvers["publish_form"]> = async (_source, { input: { formId, shares } }, context) => {
  await checkStoredDraft(context, formId, ["input", "formId"]);
  return mutateForms(context, async (write) => {
    await queueFor(write, "rotation");
    const form = await findFormToChange(write, formId, ["input", "formId"]);
    if (!form && shares) await checkSharesAlone(write, shares, ["input", "shares"]);
    if (!form) return throwUserErrors(write);
    const rotation = await preparePublishing(write, form, shares, { state: ["input", "formId"], shares: ["input", "shares"] });
    write.check();
    return publish(write, form, rotation);
  });
};
