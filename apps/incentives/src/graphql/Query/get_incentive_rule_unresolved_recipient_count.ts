import { countUnresolved } from "../../db/grant-lists.js";
import { warningsOfUnresolved } from "../../domain/warnings.js";
import type { QueryResolvers } from "../../generated/types.js";

type Resolver = NonNullable<QueryResolvers["get_incentive_rule_unresolved_recipient_count"]>;

export const get_incentive_rule_unresolved_recipient_count: Resolver = async (_source, { ruleId }, context) => {
  const count = await countUnresolved(context.read, ruleId);
  context.warn("get_incentive_rule_unresolved_recipient_count", warningsOfUnresolved(ruleId, count));
  return count;
};
