import { incentiveCreated } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { noteCheck } from "../../db/incentive-checks.js";
import { readIncentives } from "../../db/incentives.js";
import { readRules as readRulesOf } from "../../db/rules.js";
import { insertIncentive } from "../../db/write-incentives.js";
import { newIncentive, readFields } from "../../domain/fields.js";
import { readRules } from "../../domain/rules.js";
import type { MutationResolvers } from "../../generated/types.js";
import { changeRules } from "../../services/incentives/change-rules.js";
import { incentiveDataOf } from "../../services/incentives/event-data.js";
import { idOf, lookUpForm, lookUpReferences } from "../../services/incentives/look-up.js";
import { mutateIncentives } from "../../services/incentives/write.js";

export const create_incentive: NonNullable<MutationResolvers["create_incentive"]> = async (_source, { input }, context) => {
  const given = input.rules ?? [];
  const form = await lookUpForm(context, input.formId, ["input", "formId"]);
  const references = await lookUpReferences(context.references, given, ["input", "rules"]);
  return mutateIncentives(context, async (write) => {
    const { violations } = write;
    // A new incentive has no limit to clear.
    const { limitCount, limitPeriod } = input;
    const fields = readFields(
      { ...input, limitCount: limitCount ?? undefined, limitPeriod: limitPeriod ?? undefined },
      ["input"],
      violations,
    );
    const rules = readRules(given, ["input", "rules"], violations);
    const formId = form ? (idOf(form, violations) ?? null) : null;
    for (const reference of references) idOf(reference, violations);
    write.check();
    const rowId = newId();
    await insertIncentive(write, rowId, { ...newIncentive, ...fields, name: input.name, formId });
    await changeRules(write, rowId, [], rules);
    if (rules.length > 0) await noteCheck(write, rowId);
    const [incentive] = await readIncentives(write.read, [rowId]);
    if (!incentive) throw new Error(`Invariant violated: incentive ${rowId} not found after insert.`);
    write.emit(incentiveCreated, rowId, incentiveDataOf(incentive, await readRulesOf(write.read, rowId)));
    return { incentive };
  });
};
