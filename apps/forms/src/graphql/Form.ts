import { formStatuses, valueOfOrdinal } from "../domain/ordinals.js";
import type { FormResolvers } from "../generated/types.js";
import { formById, placementsOf, triggersOf } from "./loaders.js";

export const Form: FormResolvers = {
  __resolveReference: ({ rowId }, context) => formById(context, rowId),
  status: ({ status }) => valueOfOrdinal(formStatuses, status),
  placements: ({ rowId }, _given, context) => placementsOf(context, rowId),
  triggers: ({ rowId }, _given, context) => triggersOf(context, rowId),
};
