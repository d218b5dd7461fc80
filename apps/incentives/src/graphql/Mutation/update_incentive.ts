import { incentiveUpdated } from "@offergraph/shared/contracts/events/incentives";
import { readFields } from "../../domain/fields.js";
import { incentiveWarnings } from "../../domain/warnings.js";
import { checkStatus } from "../../services/incentives/activation.js";
import { changeIncentive, lockIncentive } from "../../services/incentives/change-incentive.js";
import { idOf, type LookedUpCodes, lookUpCodesOf, lookUpForm } from "../../services/incentives/lookups.js";
import { warnOfIncentive } from "../../services/incentives/warnings.js";
import { type MutationField, mutation } from "../../tx.js";

const noCodes: LookedUpCodes = new Map();

export const update_incentive: MutationField<"update_incentive"> = mutation(
  {
    emits: [incentiveUpdated],
    warns: incentiveWarnings,
    prepare: async ({ input }, context) => ({
      form: await lookUpForm(context, input.formId, ["input", "formId"]),
      codes: input.status === "ACTIVE" ? await lookUpCodesOf(context, input.incentiveId) : noCodes,
    }),
  },
  async (tx, { input }, _context, { form, codes }) => {
    const fields = readFields(input, ["input"], tx.errors);
    const formId = form ? idOf(form, tx.errors) : form;
    const patch = { ...fields, ...(formId !== undefined && { formId }) };
    const incentive = await lockIncentive(tx, input.incentiveId);
    await checkStatus(tx, incentive, { status: patch.status, formId: form === undefined ? incentive.formId : formId, codes });
    tx.check();
    const changed = await changeIncentive(tx, incentive, patch);
    await warnOfIncentive(tx, changed, { codes, setsStatus: patch.status !== undefined });
    return { incentive: changed };
  },
);
