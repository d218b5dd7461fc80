import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../ranks.js";
import type { Fields } from "./fields.js";

/** An order as sent by a store. Amounts are ten-thousandths, statuses are ranks, times are UTC. */
export type SentOrder = ReturnType<typeof readOrder>;

export const orderFields = [
  "connectionId",
  "externalRef",
  "providerUpdatedAt",
  "customerRef",
  "customerName",
  "currencyId",
  "totalPrice",
  "refundedTotal",
  "discountCodes",
  "placedAt",
  "paidAt",
  "orderStatus",
  "financialStatus",
  "fulfillmentStatus",
  "isReal",
  "originRefs",
  "integrationSlug",
  "clickId",
  "visitorId",
  "formResponseId",
  "custom",
  "storeProvider",
  "paymentProvider",
] as const;

export function readOrder(fields: Fields) {
  const customerRef = fields.optionalText("customerRef");
  return {
    externalRef: fields.text("externalRef"),
    providerUpdatedAt: fields.time("providerUpdatedAt"),
    customerRef: customerRef === null ? null : normalCustomerRef(customerRef),
    customerName: fields.optionalText("customerName"),
    currencyId: fields.currency("currencyId"),
    totalPrice: fields.amount("totalPrice"),
    refundedTotal: fields.optionalAmount("refundedTotal") ?? "0",
    discountCodes: fields.texts("discountCodes"),
    placedAt: fields.time("placedAt"),
    paidAt: fields.optionalTime("paidAt"),
    orderStatus: fields.rank("orderStatus", orderStatuses),
    financialStatus: fields.rank("financialStatus", financialStatuses),
    fulfillmentStatus: fields.rank("fulfillmentStatus", fulfillmentStatuses),
    isReal: fields.optionalFlag("isReal", true),
    originRefs: fields.optionalTexts("originRefs"),
    integrationSlug: fields.optionalText("integrationSlug"),
    clickId: fields.optionalText("clickId"),
    visitorId: fields.optionalText("visitorId"),
    formResponseId: fields.optionalId("formResponseId"),
    custom: fields.optionalObject("custom"),
    storeProvider: fields.optionalObject("storeProvider"),
    paymentProvider: fields.optionalObject("paymentProvider"),
  };
}
