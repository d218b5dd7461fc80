import type { FormResponseResolvers } from "../generated/types.js";
import { responseById } from "../loaders.js";

export const FormResponse: FormResponseResolvers = {
  __resolveReference: ({ rowId }, context) => responseById(context, rowId),
};
