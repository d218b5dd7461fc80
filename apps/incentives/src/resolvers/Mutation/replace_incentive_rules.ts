import { leave } from "@offergraph/shared/subgraph/refuse";
import { readRules as readRulesOf } from "../../data/rules.js";
import { updateIncentive } from "../../data/write-incentives.js";
import { readRules } from "../../domain/rules.js";
import { whyNotActive } from "../../domain/status.js";
import { fieldsOf } from "../../events/publish.js";
import type { MutationResolvers } from "../../generated/types.js";
import { tellOfIncentive } from "../../writes/change-incentive.js";
import { changeRules } from "../../writes/change-rules.js";
import { incentiveToChange } from "../../writes/find-incentive.js";
import { idOf, lookUpReferences } from "../../writes/look-up.js";
import { mutateIncentives } from "../../writes/write.js";

/** Sets what an incentive grants, in place of what it did. */
export const replace_incentive_rules: NonNullable<MutationResolvers["replace_incentive_rules"]> = async (_source, { input }, context) => {
  const path = ["input", "rules"];
  const references = await lookUpReferences(context.references, input.rules, path);
  return mutateIncentives(context, async (write) => {
    const { violations } = write;
    const rules = readRules(input.rules, path, violations);
    for (const reference of references) idOf(reference, violations);
    const incentive = await incentiveToChange(write, input.incentiveId);
    if (!incentive) return leave(write);
    const { status, formId } = fieldsOf(incentive);
    const missing = status === "ACTIVE" ? whyNotActive({ formId, rules: rules.length }) : undefined;
    if (missing) violations.add(path, "INVALID_TRANSITION", missing);
    write.check();
    const existing = await readRulesOf(write.read, incentive.rowId);
    if (!(await changeRules(write, incentive.rowId, existing, rules))) return { incentive };
    await updateIncentive(write, incentive, {});
    return { incentive: await tellOfIncentive(write, incentive.rowId, ["rules"]) };
  });
};
