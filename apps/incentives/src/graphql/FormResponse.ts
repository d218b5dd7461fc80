import type { FormResponseResolvers } from "../generated/types.js";
import { grantsOfResponse } from "./loaders.js";

export const FormResponse: FormResponseResolvers = {
  __resolveReference: ({ rowId }) => ({ rowId: rowId.toLowerCase() }),
  grants: ({ rowId }, _given, context) => grantsOfResponse(context, rowId),
};
