import { countUnresolved } from "../../db/grant-lists.js";
import type { QueryResolvers } from "../../generated/types.js";

type Resolver = NonNullable<QueryResolvers["get_incentive_rule_unresolved_recipient_count"]>;

export const get_incentive_rule_unresolved_recipient_count: Resolver = (_source, { ruleId }, context) =>
  countUnresolved(context.read, ruleId);
