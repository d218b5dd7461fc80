import { describe, expect, it } from "vitest";
import { countsAsUse, type OrderState, orderEvents } from "./order-events.js";
import { financialStatuses, orderStatuses } from "./ordinals.js";

const ordinal = (status: (typeof orderStatuses)[number]) => orderStatuses.indexOf(status);
const order = (changes: Partial<OrderState> = {}): OrderState => ({
  rowId: "1",
  createdAt: "2026-06-01T12:00:00.000Z",
  updatedAt: "2026-06-01T12:00:00.000Z",
  connectionId: "2",
  externalRef: "1001",
  currencyId: "usd",
  customerId: null,
  customerRef: null,
  customerName: null,
  discountCodes: ["SUMMER"],
  discountAmounts: null,
  discountGiven: null,
  totalPrice: "1000000",
  refundedTotal: "0",
  placedAt: "2026-06-01T12:00:00.000Z",
  paidAt: null,
  orderStatus: ordinal("OPEN"),
  financialStatus: 1,
  fulfillmentStatus: 3,
  isReal: true,
  originRefs: [],
  integrationSlug: null,
  discountCodeId: null,
  partnerId: null,
  formResponseId: null,
  bestTier: null,
  attributionMethod: null,
  attributedRevenue: null,
  attributionScoredAt: null,
  ...changes,
});
const nothing = { placed: false, changed: [], attributed: false, newlyRefunded: 0n, cancelled: false };
const attributed = { discountCodeId: "3", attributionMethod: "DISCOUNT_CODE", attributedRevenue: "1000000" };

describe("changes of an order", () => {
  it("a new order is placed", () => {
    expect(orderEvents(null, order())).toEqual({ ...nothing, placed: true });
  });

  it("a new order can be attributed, refunded and cancelled at once", () => {
    const whole = order({ ...attributed, refundedTotal: "5000", orderStatus: ordinal("CANCELLED") });
    expect(orderEvents(null, whole)).toEqual({ placed: true, changed: [], attributed: true, newlyRefunded: 5_000n, cancelled: true });
  });

  it("ignores updatedAt and attributionScoredAt", () => {
    const later = "2026-06-02T12:00:00.000Z";
    expect(orderEvents(order(), order({ updatedAt: later, attributionScoredAt: later, discountCodes: ["SUMMER"] }))).toEqual(nothing);
  });

  it("lists the fields changed by the store, reordered lists included", () => {
    const before = order({ originRefs: ["a", "b"] });
    expect(orderEvents(before, order({ originRefs: ["b", "a"], paidAt: "2026-06-01T13:00:00.000Z" })).changed).toEqual([
      "paidAt",
      "originRefs",
    ]);
    expect(orderEvents(before, { ...before, discountAmounts: ["5000"] }).changed).toEqual(["discountApplications"]);
    expect(orderEvents(before, { ...before, discountCodes: ["OTHER"] }).changed).toEqual(["discountCodes", "discountApplications"]);
  });

  it("reports a changed or removed attribution", () => {
    expect(orderEvents(order(), order(attributed))).toEqual({ ...nothing, attributed: true });
    expect(orderEvents(order(attributed), order())).toEqual({ ...nothing, attributed: true });
    expect(orderEvents(order(attributed), order({ ...attributed, bestTier: "QUICK" }))).toEqual({ ...nothing, attributed: true });
  });

  it("reports an increase of the refunded total, not a decrease", () => {
    const [less, more] = [order({ refundedTotal: "25000" }), order({ refundedTotal: "100000" })];
    expect(orderEvents(less, more)).toEqual({ ...nothing, changed: ["refundedTotal"], newlyRefunded: 75_000n });
    expect(orderEvents(more, less)).toEqual({ ...nothing, changed: ["refundedTotal"] });
  });

  it("reports a cancellation once, and again after a reopening", () => {
    const cancelled = order({ orderStatus: ordinal("CANCELLED") });
    expect(orderEvents(order(), cancelled)).toEqual({ ...nothing, changed: ["orderStatus"], cancelled: true });
    expect(orderEvents(cancelled, cancelled)).toEqual(nothing);
    expect(orderEvents(cancelled, order())).toEqual({ ...nothing, changed: ["orderStatus"] });
  });
});

describe("an order counts as a use of its code", () => {
  it("when it is real, not cancelled and not voided", () => {
    const counting = orderStatuses.filter((status) => countsAsUse(order({ orderStatus: ordinal(status) })));
    expect(counting).toEqual(orderStatuses.filter((status) => status !== "CANCELLED"));
    const paid = financialStatuses.filter((_, ordinalOf) => countsAsUse(order({ financialStatus: ordinalOf })));
    expect(paid).toEqual(financialStatuses.filter((status) => status !== "VOIDED"));
    expect(countsAsUse(order({ isReal: false }))).toBe(false);
  });
});
