import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../ordinals.js";
import { discountCodes } from "./discount-codes.js";
import {
  amount,
  currency,
  customerRef,
  flag,
  id,
  object,
  optional,
  ordinal,
  required,
  text,
  texts,
  time,
  type ValuesOf,
} from "./fields.js";

/** Amounts are ten-thousandths, statuses are ordinals, and times are in UTC. */
export type SentOrder = ValuesOf<typeof orderFields>;

export const orderFields = {
  externalRef: required(text),
  providerUpdatedAt: required(time),
  customerRef: optional(customerRef, null),
  customerName: optional(text, null),
  currencyId: required(currency),
  totalPrice: required(amount),
  refundedTotal: optional(amount, "0"),
  discountCodes: required(discountCodes),
  placedAt: required(time),
  paidAt: optional(time, null),
  orderStatus: required(ordinal(orderStatuses)),
  financialStatus: required(ordinal(financialStatuses)),
  fulfillmentStatus: required(ordinal(fulfillmentStatuses)),
  isReal: optional(flag, true),
  originRefs: optional(texts, []),
  integrationSlug: optional(text, null),
  clickId: optional(text, null),
  visitorId: optional(text, null),
  formResponseId: optional(id, null),
  custom: optional(object, null),
  storeProvider: optional(object, null),
  paymentProvider: optional(object, null),
};
