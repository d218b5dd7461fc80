import type { Connection } from "@offergraph/service/filters/connection";

// Plain, JSON-safe rows (packages/service/src/db/workspace-reader.ts). Enums are ranks (domain/ranks.ts), amounts are ten-thousandths.

export interface OrderRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  connectionId: string;
  currencyId: string;
  customerId: string | null;
  customerRef: string | null;
  externalRef: string;
  discountCodeId: string | null;
  formResponseId: string | null;
  partnerId: string | null;
  integrationSlug: string | null;
  bestTier: string | null;
  totalPrice: string;
  refundedTotal: string;
  attributedRevenue: string | null;
  attributionMethod: string | null;
  attributionScoredAt: string | null;
  paidAt: string | null;
  placedAt: string;
  placedDay: string;
  isReal: boolean;
  originRefs: string[];
  orderStatus: number;
  financialStatus: number;
  fulfillmentStatus: number;
}

export type OrderPage = Connection<OrderRow>;

/** An order in the reporting currency; rowId is the order's. */
export interface ReportedOrderRow {
  rowId: string;
  placedDay: string;
  bestTier: string | null;
  converted: boolean;
  nativeCurrency: string;
  reportingCurrency: string;
  rateProvider: string | null;
  rate: string | null;
  nativeTotalPrice: string;
  nativeAttributedRevenue: string | null;
  reportedTotalPrice: string | null;
  reportedAttributedRevenue: string | null;
}

/** Free-form data of an order; rowId is the order's. */
export interface OrderContentRow {
  rowId: string;
  content: Record<string, unknown>;
}

export interface CheckoutRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  connectionId: string;
  customerId: string | null;
  customerRef: string | null;
  externalRef: string;
  formResponseId: string | null;
  orderId: string | null;
  partnerId: string | null;
  providerUpdatedAt: string;
  stage: number;
  startedDay: string;
  status: number;
}

export type CheckoutPage = Connection<CheckoutRow>;
