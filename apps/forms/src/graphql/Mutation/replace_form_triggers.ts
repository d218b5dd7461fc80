import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { readTriggers } from "../../domain/triggers.js";
import { changeTriggers } from "../../services/forms/change-form.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { type MutationField, mutation } from "../../tx.js";

export const replace_form_triggers: MutationField<"replace_form_triggers"> = mutation({ emits: [formUpdated] }, async (tx, { input }) => {
  const triggers = readTriggers(input.triggers, ["input", "triggers"], tx.errors);
  const form = await findFormToChange(tx, input.formId, ["input", "formId"]);
  tx.check();
  return { triggers: await changeTriggers(tx, form ?? throwUserErrors(tx), triggers) };
});
