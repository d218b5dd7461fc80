import { query } from "@offergraph/service/subgraph/query";
import { countUnresolved } from "../../db/grant-lists.js";
import { grantWarnings, warningsOfUnresolved } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";

type Field = WarningQueryField<"get_incentive_rule_unresolved_recipient_count">;

export const get_incentive_rule_unresolved_recipient_count: Field = query({ warns: grantWarnings }, async ({ ruleId }, context, warn) => {
  const count = await countUnresolved(context.read, ruleId);
  warn(...warningsOfUnresolved(ruleId, count));
  return count;
});
