import type { QueryResolvers } from "../../generated/types.js";
import { incentiveById } from "../loaders.js";

export const get_incentive_trust: NonNullable<QueryResolvers["get_incentive_trust"]> = (_source, { id }, context) =>
  incentiveById(context, id);
