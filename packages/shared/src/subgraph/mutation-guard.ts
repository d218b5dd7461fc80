import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { readConstraints } from "../schema/directives.js";
import { createGuards, type Guard } from "./guard.js";

/**
 * The guard of one mutation, as the service has it before its resolver: for a service that takes the same input in by another way,
 * e.g. from a file. It knows bounds and texts; types and scalars' formats are for whoever makes the input to hold to.
 * @param sdl the subgraph's schema.graphql
 */
export function mutationGuard(sdl: string, field: string): Guard {
  const document = parse(sdl);
  return createGuards(buildSubgraphSchema([{ typeDefs: document }]), readConstraints(document))("Mutation", field);
}
