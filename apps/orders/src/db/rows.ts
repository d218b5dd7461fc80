import type { PlainRow } from "@offergraph/service/db/plain-row";
import type { Connection } from "@offergraph/service/filters/connection";
import type { Checkout, Order, OrderReported } from "../generated/prisma/client.js";

// Enums are ranks (domain/ranks.ts), amounts are ten-thousandths.

type OrderInternals =
  | "providerUpdatedAt"
  | "versionHash"
  | "customerName"
  | "discountCodes"
  | "claimedFormResponseId"
  | "clickId"
  | "visitorId"
  | "pinnedResponseId";
export type OrderRow = Omit<PlainRow<Order>, OrderInternals>;
export type OrderPage = Connection<OrderRow>;

/** An order in the reporting currency; rowId is the order's. */
export type ReportedOrderRow = Omit<PlainRow<OrderReported>, "workspaceId" | "orderId"> & { rowId: string };

/** Free-form data of an order; rowId is the order's. */
export interface OrderContentRow {
  rowId: string;
  content: Record<string, unknown>;
}

type PlainCheckout = Omit<PlainRow<Checkout>, "versionHash" | "orderExternalRef" | "orderNamedAt">;
export type CheckoutRow = Omit<PlainCheckout, "startedAt">;
export type CheckoutPage = Connection<CheckoutRow>;

/** A checkout as events carry it. */
export type CheckoutState = Omit<PlainCheckout, "workspaceId" | "startedDay">;
