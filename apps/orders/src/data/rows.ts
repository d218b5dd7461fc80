import type { Connection } from "@offergraph/shared/filters/connection";

// Lean rows: JSON-safe, as packages/shared/src/database/lean.ts says. Ranks are those of domain/ranks.ts, amounts whole numbers of
// ten-thousandths.

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

/** A page of a list of orders. */
export type OrderPage = Connection<OrderRow>;

/** An order in the reporting currency; its id is the order's. */
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

/** What a store adds to an order, in a row of its own; its id is the order's. */
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

/** A page of a list of checkouts. */
export type CheckoutPage = Connection<CheckoutRow>;
