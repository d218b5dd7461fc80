import { connectionResolvers } from "@offergraph/service/filters/connection";
import { readHeldGrants } from "../db/pages.js";
import type { IncentiveConnectionResolvers } from "../generated/types.js";

export const IncentiveConnection: IncentiveConnectionResolvers = {
  ...connectionResolvers,
  heldGrants: (_page, given, context) => readHeldGrants(context, given),
};
