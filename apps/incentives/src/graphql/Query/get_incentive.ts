import type { QueryResolvers } from "../../generated/types.js";
import { incentiveById } from "../loaders.js";

export const get_incentive: NonNullable<QueryResolvers["get_incentive"]> = (_source, { id }, context) => incentiveById(context, id);
