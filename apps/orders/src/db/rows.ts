import { type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import { columnSelector } from "@offergraph/service/db/selected-columns";
import type { Connection } from "@offergraph/service/filters/connection";
import type { SentDiscounts } from "../domain/discounts-given.js";
import type { Checkout, Customer, Order, OrderReported } from "../generated/prisma/client.js";

// Rows store enums as ordinals (domain/ordinals.ts) and amounts as ten-thousandths.

const orderFields = [
  ...([
    "rowId",
    "workspaceId",
    "createdAt",
    "updatedAt",
    "connectionId",
    "currencyId",
    "customerId",
    "customerRef",
    "externalRef",
  ] as const),
  ...(["discountCodeId", "formResponseId", "partnerId", "integrationSlug", "bestTier", "totalPrice", "refundedTotal"] as const),
  ...(["attributedRevenue", "attributionMethod", "attributionScoredAt", "paidAt", "placedAt", "placedDay", "isReal"] as const),
  ...(["discountCodes", "discountAmounts", "discountGiven"] as const),
  ...(["originRefs", "orderStatus", "financialStatus", "fulfillmentStatus"] as const),
] as const satisfies readonly (keyof Order)[];

export type OrderRow = PlainRow<Omit<Pick<Order, (typeof orderFields)[number]>, "discountAmounts">> &
  Pick<SentDiscounts, "discountAmounts">;
export type OrderPage = Connection<OrderRow>;
export const orderColumnsOf = columnSelector({
  ...{ alias: "o", fields: orderFields },
  uses: {
    customer: ["customerId"],
    discountApplications: ["discountCodes", "discountAmounts"],
    discountCode: ["discountCodeId"],
    formResponse: ["formResponseId"],
    partner: ["partnerId"],
    ...{ reported: [], custom: [], storeProvider: [], paymentProvider: [] },
  },
});
export const orderColumns = orderColumnsOf(undefined);

const eventFields = orderFields.filter((field) => field !== "workspaceId" && field !== "placedDay");
/** Columns of `OrderState`. */
export const orderStateColumns = selectColumns("o", [...eventFields, "customerName"]);

/** An order in the reporting currency; `rowId` is the order's id. */
export type ReportedOrderRow = Omit<PlainRow<OrderReported>, "workspaceId" | "orderId" | "reportedDiscountGiven"> & { rowId: string };

export interface OrderContentRow {
  rowId: string;
  content: Record<string, unknown>;
}

const checkoutStateFields = [
  ...(["rowId", "createdAt", "updatedAt", "connectionId", "externalRef", "providerUpdatedAt", "customerId", "customerRef"] as const),
  ...(["stage", "status", "startedAt", "formResponseId", "partnerId", "orderId"] as const),
] as const satisfies readonly (keyof Checkout)[];

export type CheckoutState = PlainRow<Pick<Checkout, (typeof checkoutStateFields)[number]>>;
export const checkoutStateColumns = selectColumns("c", checkoutStateFields);

export type CheckoutRow = Omit<CheckoutState, "startedAt"> & PlainRow<Pick<Checkout, "workspaceId" | "startedDay">>;
export type CheckoutPage = Connection<CheckoutRow>;
const checkoutFields = checkoutStateFields.filter((field) => field !== "startedAt");
export const checkoutColumns = selectColumns("c", [...checkoutFields, "workspaceId", "startedDay"]);

const customerFields = ["rowId", "workspaceId", "createdAt", "updatedAt", "ref", "name", "email", "firstSeenAt", "lastSeenAt"] as const;

export type CustomerRow = PlainRow<Pick<Customer, (typeof customerFields)[number]>>;
export type CustomerPage = Connection<CustomerRow>;
export const customerColumns = selectColumns("c", customerFields);
