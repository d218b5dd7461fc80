import type { FormResolvers } from "../generated/types.js";
import { incentivesOf } from "./loaders.js";

export const Form: FormResolvers = {
  __resolveReference: ({ rowId }) => ({ rowId: rowId.toLowerCase() }),
  incentives: ({ rowId }, _given, context) => incentivesOf(context, rowId),
};
