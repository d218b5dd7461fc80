import type { ExportSource } from "@offergraph/service/long-jobs/export";
import type { ExportedRecord } from "@offergraph/service/long-jobs/export-format";
import { checkFilter, countRecords, readWindow } from "@offergraph/service/long-jobs/export-window";
import { ordersToExport } from "../../db/order-list.js";
import { type OrderRow, orderColumns } from "../../db/rows.js";
import { valuesOf } from "../../domain/order-values.js";

const columns = [
  ...["rowId", "createdAt", "updatedAt", "connectionId", "externalRef", "integrationSlug", "currencyId", "totalPrice", "refundedTotal"],
  ...["placedAt", "placedDay", "paidAt", "orderStatus", "financialStatus", "fulfillmentStatus", "isReal", "originRefs"],
  ...["customerId", "customerRef", "discountCodeId", "partnerId", "formResponseId", "bestTier"],
  ...["attributionMethod", "attributedRevenue", "attributionScoredAt", "discountApplications", "discountGiven"],
];

const exportedOrder = (row: OrderRow): ExportedRecord => ({ ...row, ...valuesOf(row) });

export const orderExport: ExportSource = {
  columns,
  checkFilter: (read, filter) => checkFilter(read, ordersToExport, filter),
  count: (read, records) => countRecords(read, ordersToExport, records),
  async read(read, records, afterId, reduced) {
    const { rows, end } = await readWindow<OrderRow>(read, ordersToExport, records, { select: orderColumns, afterId, reduced });
    return { records: rows.map(exportedOrder), end };
  },
};
