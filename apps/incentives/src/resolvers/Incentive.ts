import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type IncentiveRow, readIncentives } from "../data/incentive.js";
import type { IncentiveResolvers } from "../generated/types.js";

export const Incentive: IncentiveResolvers = {
  __resolveReference: referenceResolver<IncentiveRow, Context>("Incentive", (context, ids) => context.read(readIncentives(ids))),
};
