import type { Read } from "@offergraph/service/db/read";
import { selectedOf } from "@offergraph/service/db/selected-columns";
import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields, type List, type ListArguments, type ListContext, readList, sortKeys } from "@offergraph/service/filters/list";
import type { OrderShape } from "@offergraph/service/filters/order";
import type { ExportTable } from "@offergraph/service/long-jobs/export-window";
import { discountCodeByName, partnerByName } from "@offergraph/service/replicas/queries";
import { normalCurrency } from "@offergraph/shared/schema/currencies";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../domain/ordinals.js";
import { type OrderPage, type OrderRow, orderColumnsOf } from "./rows.js";

const given = { nullable: false, indexed: "ascending" } as const;
const optional = { nullable: true, indexed: "ascending" } as const;

const columns = {
  attributedRevenue: { sql: sql`o.attributed_revenue`, kind: "decimal", scale: valueScale, ...optional },
  attributionScoredAt: { sql: sql`o.attribution_scored_at`, kind: "datetime", ...optional },
  bestTier: { sql: sql`o.best_tier`, kind: "text", ...optional },
  connectionId: { sql: sql`o.connection_id`, kind: "uuid", ...given },
  createdAt: { sql: sql`o.created_at`, kind: "datetime", ...given },
  currencyId: { sql: sql`o.currency_id`, kind: "text", normalize: normalCurrency, ...given },
  customerId: { sql: sql`o.customer_id`, kind: "uuid", ...optional },
  customerRef: { sql: sql`o.customer_ref`, kind: "text", normalize: normalCustomerRef, ...optional },
  discountCodeId: { sql: sql`o.discount_code_id`, kind: "uuid", ...optional },
  externalRef: { sql: sql`o.external_ref`, kind: "text", ...given },
  formResponseId: { sql: sql`o.form_response_id`, kind: "uuid", ...optional },
  integrationSlug: { sql: sql`o.integration_slug`, kind: "text", ...optional },
  paidAt: { sql: sql`o.paid_at`, kind: "datetime", ...optional },
  partnerId: { sql: sql`o.partner_id`, kind: "uuid", ...optional },
  placedAt: { sql: sql`o.placed_at`, kind: "datetime", ...given },
  placedDay: { sql: sql`o.placed_day`, kind: "date", nullable: false, indexed: false },
  updatedAt: { sql: sql`o.updated_at`, kind: "datetime", ...given },
  rowId: { sql: sql`o.row_id`, kind: "uuid", nullable: false },
  workspaceId: { sql: sql`o.workspace_id`, kind: "uuid", nullable: false },
} as const satisfies Record<string, Column>;

export const ordersTable = sql`orders o`;

export const orderOrder: OrderShape = { keys: sortKeys(columns), primaryKey: columns.rowId };

const unindexed = Object.entries(columns).map(([name, column]) => [name, { ...column, indexed: false }] as const);

/** Sort keys for the orders of one discount code. The index `orders_discount_code_created_at` supports CREATED_AT. */
export const ordersOfCodeOrder: OrderShape = {
  keys: sortKeys({ ...Object.fromEntries(unindexed), createdAt: { ...columns.createdAt, indexed: true } }),
  primaryKey: columns.rowId,
};

export const hasCustomer = (id: string) => sql`o.customer_id = ${id}::uuid`;
export const hasCode = (id: string) => sql`o.discount_code_id = ${id}::uuid`;

export function orderFilter(read: Read): FilterShape {
  const { discountCodeId, partnerId, ...fields } = columns;
  return {
    ...filterFields(fields),
    isReal: { column: { sql: sql`o.is_real`, kind: "boolean", nullable: false } },
    originRefs: { column: { sql: sql`o.origin_refs`, kind: "text-list", nullable: false } },
    orderStatus: { column: { sql: sql`o.order_status`, kind: "enum", values: orderStatuses, nullable: false } },
    financialStatus: { column: { sql: sql`o.financial_status`, kind: "enum", values: financialStatuses, nullable: false } },
    fulfillmentStatus: { column: { sql: sql`o.fulfillment_status`, kind: "enum", values: fulfillmentStatuses, nullable: false } },
    discountCodeId: { reference: { column: discountCodeId, resolve: discountCodeByName(read) } },
    partnerId: { reference: { column: partnerId, resolve: partnerByName(read) } },
    // Checks that the record exists, because orders keep the ids of deleted records. With a join, the planner would sort all orders.
    connectionByConnectionIdExists: {
      exists: sql`o.connection_id = ANY(ARRAY(SELECT c.row_id FROM connection_references c WHERE NOT c.is_deleted))`,
    },
    // The customer always exists, because an erasure removes the id from the orders.
    customerByCustomerIdExists: { exists: sql`o.customer_id IS NOT NULL` },
    discountCodeByDiscountCodeIdExists: {
      exists: sql`EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = o.discount_code_id AND NOT d.is_deleted)`,
    },
    formResponseByFormResponseIdExists: {
      exists: sql`EXISTS (SELECT FROM form_response_references r WHERE r.row_id = o.form_response_id)`,
    },
    partnerByPartnerIdExists: {
      exists: sql`coalesce(o.partner_id = ANY(ARRAY(SELECT p.row_id FROM partner_references p WHERE NOT p.is_deleted)), false)`,
    },
    orderCustomByOrderIdExists: { exists: sql`EXISTS (SELECT FROM order_customs a WHERE a.order_id = o.row_id)` },
    orderReportedByOrderIdExists: { exists: sql`EXISTS (SELECT FROM order_reported v WHERE v.order_id = o.row_id)` },
    orderStoreProviderByOrderIdExists: { exists: sql`EXISTS (SELECT FROM order_store_providers a WHERE a.order_id = o.row_id)` },
    orderPaymentProviderByOrderIdExists: { exists: sql`EXISTS (SELECT FROM order_payment_providers a WHERE a.order_id = o.row_id)` },
  };
}

export const ordersToExport: ExportTable = {
  ...{ from: ordersTable, id: columns.rowId.sql, createdAt: columns.createdAt.sql, shape: orderFilter },
};

type OrderList = Omit<List, "select" | "from" | "shape">;

export function readOrderPage(context: ListContext, given: ListArguments, list: OrderList): Promise<OrderPage> {
  const source = { select: orderColumnsOf(selectedOf(context, "Order")), from: ordersTable, shape: orderFilter };
  return readList<OrderRow>(context, given, { ...list, ...source });
}
