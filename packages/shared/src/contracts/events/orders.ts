import { z } from "zod";
import { auditEvent } from "../audit-events.js";
import { defineEvent } from "../define-event.js";
import { jobEvents } from "../job-events.js";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "must be a decimal number in a string");
const time = z.iso.datetime({ precision: 3 });

/** The public record of an order with its submitted codes. `countsAsUse` is true if the order counts as a use of its discount code. */
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
  /** The codes with the amounts that they deducted. An amount is null if the store did not send it. Empty in older events. */
  discountApplications: z.array(z.object({ code: z.string(), amount: decimal.nullable() })).default([]),
  /** The amount that the attributed discount code deducted. Null in older events. */
  discountGiven: decimal.nullable().default(null),
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
  description: "A store sent a new order. The event contains the full record, including the current attribution.",
  recordId: orderId,
  data: order,
});

/** Fields of an order that a store can change. */
const said = z.enum([
  "currencyId",
  "customerId",
  "customerRef",
  "customerName",
  "discountCodes",
  "discountApplications",
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
    "A store sent a newer version of an order, and at least one field changed. The event contains the full current record and the names of the changed fields.",
  recordId: orderId,
  data: order.extend({ changed: z.array(said).min(1) }),
});

export const orderAttributed = defineEvent({
  subject: "offergraph.orders.order.attributed.v1",
  description:
    "The attribution of an order to a discount code, partner, form response or reward tier changed. The event is also emitted if the attribution was removed. The event contains the full current record.",
  recordId: orderId,
  data: order,
});

export const orderRefunded = defineEvent({
  subject: "offergraph.orders.order.refunded.v1",
  description: "The refunded total of an order increased. The event contains the full current record and the amount of the increase.",
  recordId: orderId,
  data: order.extend({ newlyRefunded: decimal }),
});

export const orderCancelled = defineEvent({
  subject: "offergraph.orders.order.cancelled.v1",
  description:
    "A store canceled an order, or sent an already canceled order for the first time. The event contains the full current record.",
  recordId: orderId,
  data: order,
});

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
    "A checkout was abandoned. A checkout is abandoned if the store reports the status ABANDONED, or sends no update for `CHECKOUT_ABANDONED_AFTER_MINUTES` minutes. The checkout can still become CONVERTED. The event contains the full current record.",
  recordId: checkoutId,
  data: checkout,
});

export const checkoutConverted = defineEvent({
  subject: "offergraph.orders.checkout.converted.v1",
  description:
    "A checkout was converted to an order. Either the order of the checkout arrived, or the store reported the status CONVERTED. If the store reported the status CONVERTED before the order arrived, `orderId` is null. The event contains the full current record.",
  recordId: checkoutId,
  data: checkout,
});

const jobs = jobEvents("orders");
export const { created: jobCreated, progressed: jobProgressed, finished: jobFinished } = jobs;

export const auditRecorded = auditEvent("orders");
