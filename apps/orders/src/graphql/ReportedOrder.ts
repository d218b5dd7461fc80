import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { ReportedOrderResolvers } from "../generated/types.js";

export const ReportedOrder: ReportedOrderResolvers = {
  orderId: ({ rowId }) => rowId,
  nativeTotalPrice: ({ nativeTotalPrice }) => fromScaled(nativeTotalPrice),
  nativeAttributedRevenue: ({ nativeAttributedRevenue }) => fromScaled(nativeAttributedRevenue),
  reportedTotalPrice: ({ reportedTotalPrice }) => fromScaled(reportedTotalPrice),
  reportedAttributedRevenue: ({ reportedAttributedRevenue }) => fromScaled(reportedAttributedRevenue),
};
