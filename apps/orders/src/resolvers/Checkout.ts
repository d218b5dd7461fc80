import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type CheckoutRow, readCheckouts } from "../data/checkout.js";
import type { CheckoutResolvers } from "../generated/types.js";

export const Checkout: CheckoutResolvers = {
  __resolveReference: referenceResolver<CheckoutRow, Context>("Checkout", (context, ids) => context.read(readCheckouts(ids))),
};
