import type { FormResolvers } from "../generated/types.js";
import { formById } from "../loaders.js";

export const Form: FormResolvers = {
  __resolveReference: ({ rowId }, context) => formById(context, rowId),
};
