import { compileFilter } from "@offergraph/service/filters/filter";
import { orderFilter } from "../../db/order-list.js";
import { readOrderSums } from "../../db/order-sums.js";
import { decidesWhatCounts } from "../../domain/order-series.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_order_sums: NonNullable<QueryResolvers["get_order_sums"]> = async (_source, { groupBy, filter, ...given }, context) => {
  const { read, reporting } = context;
  const [{ currency: reportingCurrency }, condition] = await Promise.all([reporting(), compileFilter(orderFilter(read), filter, "filter")]);
  // A cursor is valid only for the same `groupBy` and `filter`.
  const operation = `get_order_sums ${JSON.stringify([groupBy, filter])}`;
  return readOrderSums(context, given, operation, { groupBy, condition, onlyUses: !decidesWhatCounts(filter), reportingCurrency });
};
