import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type FormResponseRow, readFormResponses } from "../data/form-response.js";
import type { FormResponseResolvers } from "../generated/types.js";

export const FormResponse: FormResponseResolvers = {
  __resolveReference: referenceResolver<FormResponseRow, Context>("FormResponse", (context, ids) => context.read(readFormResponses(ids))),
};
