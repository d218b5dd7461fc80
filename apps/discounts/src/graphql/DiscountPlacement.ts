import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { syncStatuses } from "../domain/ordinals.js";
import type { DiscountPlacementResolvers } from "../generated/types.js";
import { codeById, connectionById, placementById, targetsOf } from "./loaders.js";

export const DiscountPlacement: DiscountPlacementResolvers = {
  __resolveReference: ({ rowId }, context) => placementById(context, rowId),
  placementId: ({ rowId }) => rowId,
  discountCode: ({ discountCodeId }, _given, context) => codeById(context, discountCodeId),
  connection: ({ connectionId }, _given, context) => connectionById(context, connectionId),
  targets: ({ rowId, targets }, _given, context) => targets ?? targetsOf(context, rowId),
  syncStatus: ({ syncStatus }) => valueOfOrdinal(syncStatuses, syncStatus),
};
