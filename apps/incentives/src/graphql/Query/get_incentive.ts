import { query } from "@offergraph/service/subgraph/query";
import { referencesOf } from "../../db/shown-incentives.js";
import { shownProblemsOf } from "../../domain/problems.js";
import { grantWarnings, incentiveWarnings, warningsOfIncentive, warningsOfWaiting } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";
import { incentiveById, shownIncentiveById } from "../loaders.js";

const warns = [...incentiveWarnings, ...grantWarnings];

export const get_incentive: WarningQueryField<"get_incentive"> = query({ warns }, async ({ id }, context, warn) => {
  const shown = await shownIncentiveById(context, id);
  if (!shown) return null;
  const { checkedRules, waitingGrantIds, ...incentive } = shown;
  incentiveById.prime(context, incentive);
  const problems = shownProblemsOf(checkedRules, referencesOf(checkedRules), context.clock.now());
  warn(...warningsOfIncentive(incentive, { ruleCount: checkedRules.length, problems, setsStatus: false }));
  warn(...warningsOfWaiting(waitingGrantIds));
  return incentive;
});
