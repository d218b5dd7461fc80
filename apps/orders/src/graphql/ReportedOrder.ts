import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { ReportedOrderResolvers } from "../generated/types.js";

const amount = (scaled: string | null) => (scaled === null ? null : fromScaled(scaled));

export const ReportedOrder: ReportedOrderResolvers = {
  orderId: ({ rowId }) => rowId,
  nativeTotalPrice: ({ nativeTotalPrice }) => fromScaled(nativeTotalPrice),
  nativeAttributedRevenue: ({ nativeAttributedRevenue }) => amount(nativeAttributedRevenue),
  reportedTotalPrice: ({ reportedTotalPrice }) => amount(reportedTotalPrice),
  reportedAttributedRevenue: ({ reportedAttributedRevenue }) => amount(reportedAttributedRevenue),
};
