import { leave } from "@offergraph/shared/subgraph/refuse";
import { readRules } from "../../data/rules.js";
import { readFields } from "../../domain/fields.js";
import { whyNotActive, whyNotMove } from "../../domain/status.js";
import { fieldsOf } from "../../events/publish.js";
import type { MutationResolvers } from "../../generated/types.js";
import { changeIncentive } from "../../writes/change-incentive.js";
import { incentiveToChange } from "../../writes/find-incentive.js";
import { idOf, lookUpForm } from "../../writes/look-up.js";
import { mutateIncentives } from "../../writes/write.js";

/** Changes the fields that are supplied. */
export const update_incentive: NonNullable<MutationResolvers["update_incentive"]> = async (_source, { input }, context) => {
  const form = await lookUpForm(context.references, input.formId, ["input", "formId"]);
  return mutateIncentives(context, async (write) => {
    const { violations } = write;
    const fields = readFields(input, ["input"], violations);
    const formId = form ? idOf(form, violations) : form;
    const patch = { ...fields, ...(formId !== undefined && { formId }) };
    const incentive = await incentiveToChange(write, input.incentiveId);
    if (!incentive) return leave(write);
    const before = fieldsOf(incentive);
    const after = { ...before, ...patch };
    const move = patch.status && whyNotMove(before.status, patch.status);
    if (move) violations.add(["input", "status"], "INVALID_TRANSITION", move);
    else if (after.status === "ACTIVE") {
      const { length: rules } = await readRules(write.read, incentive.rowId);
      // A form that was not found is told of already.
      const missing = whyNotActive({ formId: form ? "found or not" : after.formId, rules });
      if (missing) violations.add(["input", patch.status ? "status" : "formId"], "INVALID_TRANSITION", missing);
    }
    write.check();
    return { incentive: await changeIncentive(write, incentive, patch) };
  });
};
