import type { ExportSource } from "@offergraph/service/long-jobs/export";
import type { ExportedRecord } from "@offergraph/service/long-jobs/export-format";
import { checkFilter, countRecords, readWindow } from "@offergraph/service/long-jobs/export-window";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { ordersToExport } from "../../db/order-list.js";
import { type OrderRow, orderColumns } from "../../db/rows.js";
import { applicationsOf, decimalApplication } from "../../domain/discounts-given.js";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../../domain/ordinals.js";

const columns = [
  ...["rowId", "createdAt", "updatedAt", "connectionId", "externalRef", "integrationSlug", "currencyId", "totalPrice", "refundedTotal"],
  ...["placedAt", "placedDay", "paidAt", "orderStatus", "financialStatus", "fulfillmentStatus", "isReal", "originRefs"],
  ...["customerId", "customerRef", "discountCodeId", "partnerId", "formResponseId", "bestTier"],
  ...["attributionMethod", "attributedRevenue", "attributionScoredAt", "discountApplications", "discountGiven"],
];

function exportedOrder(row: OrderRow): ExportedRecord {
  return {
    ...row,
    discountApplications: applicationsOf(row).map(decimalApplication),
    discountGiven: row.discountGiven === null ? null : fromScaled(row.discountGiven),
    totalPrice: fromScaled(row.totalPrice),
    refundedTotal: fromScaled(row.refundedTotal),
    attributedRevenue: row.attributedRevenue === null ? null : fromScaled(row.attributedRevenue),
    orderStatus: valueOfOrdinal(orderStatuses, row.orderStatus),
    financialStatus: valueOfOrdinal(financialStatuses, row.financialStatus),
    fulfillmentStatus: valueOfOrdinal(fulfillmentStatuses, row.fulfillmentStatus),
  };
}

export const orderExport: ExportSource = {
  columns,
  checkFilter: (read, filter) => checkFilter(read, ordersToExport, filter),
  count: (read, records) => countRecords(read, ordersToExport, records),
  async read(read, records, afterId, reduced) {
    const { rows, end } = await readWindow<OrderRow>(read, ordersToExport, records, { select: orderColumns, afterId, reduced });
    return { records: rows.map(exportedOrder), end };
  },
};
