import { incentiveCreated } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { queueCheck } from "../../db/incentive-checks.js";
import { insertIncentive, readWritten } from "../../db/incentives.js";
import { readRules as readRulesOf } from "../../db/rules.js";
import { hasSettings, readDefaultTrustFloor } from "../../db/workspace-settings.js";
import { newIncentive, readFields } from "../../domain/fields.js";
import { readRules } from "../../domain/rules.js";
import { incentiveWarnings } from "../../domain/warnings.js";
import { changeRules } from "../../services/incentives/change-incentive.js";
import { incentiveDataOf } from "../../services/incentives/incentive-data.js";
import { idOf, lookUpCodesOfInput, lookUpForm, lookUpReferences } from "../../services/incentives/lookups.js";
import { warnOfIncentive } from "../../services/incentives/warnings.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_incentive: MutationField<"create_incentive"> = mutation(
  {
    emits: [incentiveCreated],
    warns: incentiveWarnings,
    async prepare({ input }, context) {
      // Looks up the workspace's default `minTrustScore`, because a default that arrives later does not apply to existing incentives.
      if (!(await hasSettings(context.read))) await context.lookUpWorkspace();
      return {
        form: await lookUpForm(context, input.formId, ["input", "formId"]),
        references: await lookUpReferences(context.references, input.rules ?? [], ["input", "rules"]),
        codes: await lookUpCodesOfInput(context, input.rules ?? []),
      };
    },
  },
  async (tx, { input }, _context, { form, references, codes }) => {
    const { errors } = tx;
    // Treats null as omitted, because a new incentive has no limit to clear.
    const [limitCount, limitPeriod] = [input.limitCount ?? undefined, input.limitPeriod ?? undefined];
    const fields = readFields({ ...input, limitCount, limitPeriod }, ["input"], errors);
    const rules = readRules(input.rules ?? [], ["input", "rules"], errors);
    const formId = form ? (idOf(form, errors) ?? null) : null;
    for (const reference of references) idOf(reference, errors);
    tx.check();
    const rowId = newId();
    const minTrustScore = await readDefaultTrustFloor(tx.sql);
    await insertIncentive(tx, rowId, { ...newIncentive, ...fields, minTrustScore, name: input.name, formId });
    await changeRules(tx, rowId, [], rules);
    if (rules.length > 0) await queueCheck(tx, rowId);
    const incentive = await readWritten(tx, rowId);
    tx.emit(incentiveCreated, rowId, incentiveDataOf(incentive, await readRulesOf(tx.sql, rowId)));
    await warnOfIncentive(tx, incentive, { codes });
    return { incentive };
  },
);
