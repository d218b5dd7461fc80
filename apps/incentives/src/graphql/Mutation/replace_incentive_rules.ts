import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { readRules as readRulesOf } from "../../db/rules.js";
import { updateIncentive } from "../../db/write-incentives.js";
import { incentiveKinds } from "../../domain/ranks.js";
import { type Rule, readRules } from "../../domain/rules.js";
import { activationError } from "../../domain/status.js";
import type { IncentiveRuleInput, MutationResolvers } from "../../generated/types.js";
import { admitCodes } from "../../services/incentives/admit-codes.js";
import { emitIncentive } from "../../services/incentives/change-incentive.js";
import { changeRules } from "../../services/incentives/change-rules.js";
import { fieldsOf } from "../../services/incentives/event-data.js";
import { incentiveToChange } from "../../services/incentives/find-incentive.js";
import { idOf, lookUpReferences } from "../../services/incentives/look-up.js";
import { lookUpCodes } from "../../services/incentives/look-up-codes.js";
import { mutateIncentives } from "../../services/incentives/write.js";

export const replace_incentive_rules: NonNullable<MutationResolvers["replace_incentive_rules"]> = async (_source, { input }, context) => {
  const path = ["input", "rules"];
  const references = await lookUpReferences(context.references, input.rules, path);
  const codes = await lookUpCodes(context, rulesToLookUp(input.rules));
  return mutateIncentives(context, async (write) => {
    const { violations } = write;
    const rules = readRules(input.rules, path, violations);
    for (const reference of references) idOf(reference, violations);
    const incentive = await incentiveToChange(write, input.incentiveId);
    if (!incentive) return throwUserErrors(write);
    const { status, formId } = fieldsOf(incentive);
    const missing = status === "ACTIVE" ? activationError({ formId, rules: rules.length }) : undefined;
    if (status === "ACTIVE" && !violations.any)
      await admitCodes(write, rules.map(asRow), codes, (index) => [...path, index, "discount_code_id"]);
    if (missing) violations.add(path, "INVALID_TRANSITION", missing);
    write.check();
    const existing = await readRulesOf(write.read, incentive.rowId);
    if (!(await changeRules(write, incentive.rowId, existing, rules))) return { incentive };
    await updateIncentive(write, incentive, {});
    return { incentive: await emitIncentive(write, incentive.rowId, ["rules"]) };
  });
};

/** Converts unvalidated rules for the lookup of their discount codes. */
const rulesToLookUp = (given: readonly IncentiveRuleInput[]) =>
  given.map(({ kind_slug, discount_code_id, terms }, index) => ({
    rowId: String(index),
    kind: incentiveKinds.indexOf(kind_slug),
    discountCodeId: discount_code_id?.toLowerCase() ?? null,
    terms: terms ?? {},
  }));

const asRow = ({ kind, discountCodeId, terms }: Rule, index: number) => ({
  rowId: String(index),
  kind: incentiveKinds.indexOf(kind),
  discountCodeId,
  terms,
});
