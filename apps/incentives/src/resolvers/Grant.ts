import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type GrantRow, readGrants } from "../data/grant.js";
import type { GrantResolvers } from "../generated/types.js";

export const Grant: GrantResolvers = {
  __resolveReference: referenceResolver<GrantRow, Context>("Grant", (context, ids) => context.read(readGrants(ids))),
};
