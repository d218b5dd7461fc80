import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { readFields } from "../../domain/fields.js";
import type { MutationResolvers } from "../../generated/types.js";
import { admitStatus } from "../../services/incentives/admit-status.js";
import { changeIncentive } from "../../services/incentives/change-incentive.js";
import { incentiveToChange } from "../../services/incentives/find-incentive.js";
import { idOf, lookUpForm } from "../../services/incentives/look-up.js";
import { type AskedCodes, lookUpCodesOf } from "../../services/incentives/look-up-codes.js";
import { mutateIncentives } from "../../services/incentives/write.js";

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
