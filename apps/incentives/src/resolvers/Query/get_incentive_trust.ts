import type { QueryResolvers } from "../../generated/types.js";
import { incentiveById } from "../../loaders.js";

/** How far the responses that earned an incentive were trusted, and what was decided about its grants. */
export const get_incentive_trust: NonNullable<QueryResolvers["get_incentive_trust"]> = (_source, { id }, context) =>
  incentiveById(context, id);
