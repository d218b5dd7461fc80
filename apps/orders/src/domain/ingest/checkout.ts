import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { checkoutStages, checkoutStatuses } from "../ranks.js";
import type { Fields } from "./fields.js";

/** A checkout as a store sends it. Stage and status are ranks, times in UTC. */
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

/** Reads a checkout (decisions.md 5). One that says nothing of its status is open: the newest version says all there is. */
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
