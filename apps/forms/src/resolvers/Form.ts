import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type FormRow, readForms } from "../data/form.js";
import type { FormResolvers } from "../generated/types.js";

export const Form: FormResolvers = {
  __resolveReference: referenceResolver<FormRow, Context>("Form", (context, ids) => context.read(readForms(ids))),
};
