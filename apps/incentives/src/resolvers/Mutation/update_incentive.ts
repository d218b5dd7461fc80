import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { readFields } from "../../domain/fields.js";
import type { MutationResolvers } from "../../generated/types.js";
import { admitStatus } from "../../writes/admit-status.js";
import { changeIncentive } from "../../writes/change-incentive.js";
import { incentiveToChange } from "../../writes/find-incentive.js";
import { idOf, lookUpForm } from "../../writes/look-up.js";
import { type AskedCodes, lookUpCodesOf } from "../../writes/look-up-codes.js";
import { mutateIncentives } from "../../writes/write.js";

export const update_incentive: NonNullable<MutationResolvers["update_incentive"]> = async (_source, { input }, context) => {
  const form = await lookUpForm(context, input.formId, ["input", "formId"]);
  const codes: AskedCodes = input.status === "ACTIVE" ? await lookUpCodesOf(context, input.incentiveId) : new Map();
  return mutateIncentives(context, async (write) => {
    const { violations } = write;
    const fields = readFields(input, ["input"], violations);
    const formId = form ? idOf(form, violations) : form;
    const patch = { ...fields, ...(formId !== undefined && { formId }) };
    const incentive = await incentiveToChange(write, input.incentiveId);
    if (!incentive) return throwUserErrors(write);
    await admitStatus(write, incentive, { status: patch.status, formId: form === undefined ? incentive.formId : formId, codes });
    write.check();
    return { incentive: await changeIncentive(write, incentive, patch) };
  });
};
