import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { readTriggers } from "../../domain/triggers.js";
import type { MutationResolvers } from "../../generated/types.js";
import { changeTriggers } from "../../services/forms/change-triggers.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { mutateForms } from "../../services/forms/write.js";

/** Replaces the triggers that open a form on a web page. */
export const replace_form_triggers: NonNullable<MutationResolvers["replace_form_triggers"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const triggers = readTriggers(input.triggers, ["input", "triggers"], write.violations);
    const form = await findFormToChange(write, input.formId, ["input", "formId"]);
    write.check();
    return { triggers: await changeTriggers(write, form ?? throwUserErrors(write), triggers) };
  });
