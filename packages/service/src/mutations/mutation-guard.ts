import { buildSubgraphSchema } from "@apollo/subgraph";
import { readConstraints } from "@offergraph/shared/schema/directives";
import { parse } from "graphql";
import { type ConstraintValidator, createConstraintValidators } from "../subgraph/constraint-validator.js";

/**
 * Creates the validator of one mutation for input from elsewhere, e.g. a file. It checks bounds and strings; the caller must ensure types
 * and scalar formats. `sdl`: the subgraph's schema.graphql.
 */
export function mutationGuard(sdl: string, field: string): ConstraintValidator {
  const document = parse(sdl);
  return createConstraintValidators(buildSubgraphSchema([{ typeDefs: document }]), readConstraints(document))("Mutation", field);
}
