import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { checkoutStages, checkoutStatuses } from "../ranks.js";
import type { Fields } from "./fields.js";

/** A checkout as sent by a store. Stage and status are ranks, times are UTC. */
export type SentCheckout = ReturnType<typeof readCheckout>;

export const checkoutFields = [
  "connectionId",
  "externalRef",
  "providerUpdatedAt",
  "customerRef",
  "stage",
  "status",
  "startedAt",
  "orderExternalRef",
  "formResponseId",
  "partner",
] as const;

/** Reads a checkout. Without a status it is OPEN: each version is complete, so nothing is kept from the previous one. */
export function readCheckout(fields: Fields) {
  const customerRef = fields.optionalText("customerRef");
  return {
    externalRef: fields.text("externalRef"),
    providerUpdatedAt: fields.time("providerUpdatedAt"),
    customerRef: customerRef === null ? null : normalCustomerRef(customerRef),
    stage: fields.rank("stage", checkoutStages),
    status: fields.optionalRank("status", checkoutStatuses) ?? checkoutStatuses.indexOf("OPEN"),
    startedAt: fields.time("startedAt"),
    orderExternalRef: fields.optionalText("orderExternalRef"),
    formResponseId: fields.optionalId("formResponseId"),
    partner: fields.optionalRef("partner"),
  };
}
