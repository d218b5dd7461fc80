import { incentiveUpdated } from "@offergraph/shared/contracts/events/incentives";
import { updateIncentive } from "../../db/incentives.js";
import { readRules as readRulesOf } from "../../db/rules.js";
import { asCheckedRule, type Rule, readRules, referenceOf } from "../../domain/rules.js";
import { activationError } from "../../domain/status.js";
import { incentiveWarnings } from "../../domain/warnings.js";
import { checkReferences } from "../../services/incentives/activation.js";
import { changeRules, emitUpdated, lockIncentive } from "../../services/incentives/change-incentive.js";
import { fieldsOf } from "../../services/incentives/incentive-data.js";
import { idOf, lookUpCodesOfInput, lookUpReferences } from "../../services/incentives/lookups.js";
import { warnOfIncentive } from "../../services/incentives/warnings.js";
import { type MutationField, mutation } from "../../tx.js";

const path = ["input", "rules"];

export const replace_incentive_rules: MutationField<"replace_incentive_rules"> = mutation(
  {
    emits: [incentiveUpdated],
    warns: incentiveWarnings,
    prepare: async ({ input }, context) => ({
      references: await lookUpReferences(context.references, input.rules, path),
      codes: await lookUpCodesOfInput(context, input.rules),
    }),
  },
  async (tx, { input }, _context, { references, codes }) => {
    const { errors } = tx;
    const rules = readRules(input.rules, path, errors);
    for (const reference of references) idOf(reference, errors);
    const incentive = await lockIncentive(tx, input.incentiveId);
    const { rowId } = incentive;
    const { status, formId } = fieldsOf(incentive);
    const missing = status === "ACTIVE" ? activationError({ formId, rules: rules.length }) : undefined;
    if (status === "ACTIVE" && !errors.any)
      await checkReferences(tx, rules.map(asCheckedRule), codes, (index) => [...path, index, pathOfReference(rules[index])]);
    if (missing) errors.add(path, "INVALID_TRANSITION", missing);
    tx.check();
    const isChanged = await changeRules(tx, rowId, await readRulesOf(tx.sql, rowId), rules);
    if (isChanged) await updateIncentive(tx, incentive, {});
    const written = isChanged ? await emitUpdated(tx, rowId, ["rules"]) : incentive;
    await warnOfIncentive(tx, written, { codes });
    return { incentive: written };
  },
);

const pathOfReference = (rule: Rule | undefined) => (rule && referenceOf[rule.kind]) ?? "kind_slug";
