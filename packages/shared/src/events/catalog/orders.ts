import { z } from "zod";
import { defineEvent } from "../define.js";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "has to be a decimal number in a string");
const time = z.iso.datetime({ precision: 3 });

/** An order as others see it: the public record, with the codes it was sent with, and whether it counts as a use of its discount code. */
const order = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  connectionId: z.guid(),
  externalRef: z.string(),
  currencyId: z.string(),
  customerId: z.guid().nullable(),
  customerRef: z.string().nullable(),
  customerName: z.string().nullable(),
  discountCodes: z.array(z.string()),
  totalPrice: decimal,
  refundedTotal: decimal,
  placedAt: time,
  paidAt: time.nullable(),
  orderStatus: z.enum(["ARCHIVED", "CANCELLED", "CLOSED", "FRAUD", "OPEN", "PENDING"]),
  financialStatus: z.enum(["AUTHORIZED", "PAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "VOIDED"]),
  fulfillmentStatus: z.enum([
    "FULFILLED",
    "INCOMPLETE",
    "NOT_APPLICABLE",
    "OPEN",
    "PARTIALLY_FULFILLED",
    "PENDING",
    "RESTOCKED",
    "SCHEDULED",
  ]),
  isReal: z.boolean(),
  originRefs: z.array(z.string()),
  integrationSlug: z.string().nullable(),
  discountCodeId: z.guid().nullable(),
  partnerId: z.guid().nullable(),
  formResponseId: z.guid().nullable(),
  bestTier: z.string().nullable(),
  attributionMethod: z.string().nullable(),
  attributedRevenue: decimal.nullable(),
  attributionScoredAt: time.nullable(),
  countsAsUse: z.boolean(),
});

const orderId = "the order's rowId";

export const orderPlaced = defineEvent({
  subject: "offergraph.orders.order.placed.v1",
  description:
    "A store told of an order for the first time. Carries the whole record, with what led to it as far as that is known by then.",
  recordId: orderId,
  data: order,
});

/** What a store may change of an order. */
const said = z.enum([
  "currencyId",
  "customerId",
  "customerRef",
  "customerName",
  "discountCodes",
  "totalPrice",
  "refundedTotal",
  "placedAt",
  "paidAt",
  "orderStatus",
  "financialStatus",
  "fulfillmentStatus",
  "isReal",
  "originRefs",
  "integrationSlug",
]);

export const orderUpdated = defineEvent({
  subject: "offergraph.orders.order.updated.v1",
  description:
    "A store told of a newer version of an order, and that differs in a field of the record. Carries the whole record as it is now, and the names of the fields that changed.",
  recordId: orderId,
  data: order.extend({ changed: z.array(said).min(1) }),
});

export const orderAttributed = defineEvent({
  subject: "offergraph.orders.order.attributed.v1",
  description:
    "It was found, or found anew, what led to an order: a discount code, a partner, a form response, a tier. Comes again when a late code or response changes that, also when nothing is left of it. Carries the whole record as it is now.",
  recordId: orderId,
  data: order,
});

export const orderRefunded = defineEvent({
  subject: "offergraph.orders.order.refunded.v1",
  description:
    "More of an order's price was paid back than was known before. Carries the whole record as it is now, and by how much the refunded total grew.",
  recordId: orderId,
  data: order.extend({ newlyRefunded: decimal }),
});

export const orderCancelled = defineEvent({
  subject: "offergraph.orders.order.cancelled.v1",
  description: "An order was cancelled, or was cancelled already when its store first told of it. Carries the whole record as it is now.",
  recordId: orderId,
  data: order,
});

/** A checkout as others see it: the public record. */
const checkout = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  connectionId: z.guid(),
  externalRef: z.string(),
  providerUpdatedAt: time,
  customerId: z.guid().nullable(),
  customerRef: z.string().nullable(),
  stage: z.enum(["CART", "CHECKOUT"]),
  status: z.enum(["ABANDONED", "CONVERTED", "OPEN"]),
  startedAt: time,
  formResponseId: z.guid().nullable(),
  partnerId: z.guid().nullable(),
  orderId: z.guid().nullable(),
});

const checkoutId = "the checkout's rowId";

export const checkoutAbandoned = defineEvent({
  subject: "offergraph.orders.checkout.abandoned.v1",
  description:
    "A checkout was abandoned: its store said so, or had no news of it for CHECKOUT_ABANDONED_AFTER_MINUTES. It may still become an order. Carries the whole record as it is now.",
  recordId: checkoutId,
  data: checkout,
});

export const checkoutConverted = defineEvent({
  subject: "offergraph.orders.checkout.converted.v1",
  description:
    "A checkout became an order: the order came, or the store said so, whereupon `orderId` may be null for a while. Carries the whole record as it is now.",
  recordId: checkoutId,
  data: checkout,
});
