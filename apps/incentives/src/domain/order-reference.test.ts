import { describe, expect, it } from "vitest";
import { orderReferenceOf } from "./order-reference.js";

const order = {
  rowId: "o",
  updatedAt: "2026-05-01T10:00:00.000Z",
  customerId: "c",
  placedAt: "2026-05-01T09:00:00.000Z",
  isReal: true,
  orderStatus: "OPEN",
  financialStatus: "PAID",
  totalPrice: "10",
  refundedTotal: "0",
  discountCodes: ["Sun", "SUN", "Été"],
  discountCodeId: null,
  formResponseId: null,
};

describe("the replica of an order", () => {
  it("has its distinct codes in compared form", () => expect(orderReferenceOf(order).nameKeys).toEqual(["sun", "été"]));

  it.each([
    ["0", "10", "PAID", false],
    ["9.9999", "10", "PARTIALLY_REFUNDED", false],
    ["10.00", "10", "PARTIALLY_REFUNDED", true],
    ["11", "10", "PAID", true],
    ["0", "0", "PAID", false],
    ["0", "10", "REFUNDED", true],
  ])("with %s of %s refunded (%s) counts as refunded: %s", (refundedTotal, totalPrice, financialStatus, isRefunded) =>
    expect(orderReferenceOf({ ...order, refundedTotal, totalPrice, financialStatus }).isRefunded).toBe(isRefunded),
  );

  it.each(["OPEN", "CANCELLED", "CLOSED"])("with the status %s is cancelled or not", (orderStatus) =>
    expect(orderReferenceOf({ ...order, orderStatus }).isCancelled).toBe(orderStatus === "CANCELLED"),
  );
});
