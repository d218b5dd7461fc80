import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addCheckout, addContent, addOrder, addReported } from "../testing/orders.js";

let fixture: Fixture;
let mine: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  mine = fixture.client();
});
afterAll(() => fixture?.stop());

const orderFields = `rowId workspaceId createdAt updatedAt connectionId currencyId customerId customerRef externalRef discountCodeId
  discountCode { rowId } formResponseId formResponse { rowId } partnerId partner { rowId } integrationSlug bestTier totalPrice refundedTotal
  attributedRevenue attributionMethod attributionScoredAt paidAt placedAt placedDay isReal originRefs orderStatus financialStatus
  fulfillmentStatus custom storeProvider paymentProvider
  reported { orderId placedDay bestTier converted nativeCurrency reportingCurrency rateProvider rate nativeAttributedRevenue
    nativeTotalPrice reportedAttributedRevenue reportedTotalPrice }`;
const checkoutFields = `rowId workspaceId createdAt updatedAt connectionId customerId customerRef externalRef formResponseId orderId
  order { rowId externalRef } partnerId providerUpdatedAt stage startedDay status`;

describe("an order", () => {
  it("returns all fields: exact amounts, attribution, reported view and custom fields", async () => {
    const [discountCodeId, formResponseId, partnerId, customerId, connectionId] = [newId(), newId(), newId(), newId(), newId()];
    const rowId = await addOrder(fixture, mine, {
      connection_id: connectionId,
      external_ref: "#1",
      currency_id: "eur",
      customer_id: customerId,
      customer_ref: "ann@example.com",
      discount_code_id: discountCodeId,
      form_response_id: formResponseId,
      partner_id: partnerId,
      integration_slug: "shop",
      best_tier: "ENHANCED",
      total_price: "999999999999999999",
      refunded_total: 1,
      attributed_revenue: "999999999999999998",
      attribution_method: "DISCOUNT_CODE",
      attribution_scored_at: "2026-06-01T12:00:00.001Z",
      paid_at: "2026-05-31T23:59:59.999Z",
      placed_at: "2026-06-01T01:30:00+02:00",
      origin_refs: ["ad", ""],
      order_status: 5,
      financial_status: 6,
      fulfillment_status: 7,
    });
    await addContent(fixture, mine, "order_customs", rowId, { gift: true });
    await addContent(fixture, mine, "order_store_providers", rowId, { shop: 1 });
    await addContent(fixture, mine, "order_payment_providers", rowId, { card: [] });
    await addReported(fixture, mine, rowId, {
      placed_day: "2026-05-31",
      best_tier: "ENHANCED",
      converted: true,
      native_currency: "eur",
      rate_provider: "ecb",
      rate: "1.100",
      native_total_price: 105_000,
      native_attributed_revenue: -5_000,
      reported_total_price: 115_500,
      reported_attributed_revenue: -5_500,
    });
    const [order] = await mine.entities("Order", [rowId], orderFields);
    expect(order).toEqual({
      rowId,
      workspaceId: mine.workspaceId,
      createdAt: "2026-06-01T12:00:00.000Z",
      updatedAt: "2026-06-01T12:00:00.000Z",
      connectionId,
      currencyId: "eur",
      customerId,
      customerRef: "ann@example.com",
      externalRef: "#1",
      discountCodeId,
      discountCode: { rowId: discountCodeId },
      formResponseId,
      formResponse: { rowId: formResponseId },
      partnerId,
      partner: { rowId: partnerId },
      integrationSlug: "shop",
      bestTier: "ENHANCED",
      totalPrice: "99999999999999.9999",
      refundedTotal: "0.0001",
      attributedRevenue: "99999999999999.9998",
      attributionMethod: "DISCOUNT_CODE",
      attributionScoredAt: "2026-06-01T12:00:00.001Z",
      paidAt: "2026-05-31T23:59:59.999Z",
      placedAt: "2026-05-31T23:30:00.000Z",
      placedDay: "2026-05-31",
      isReal: true,
      originRefs: ["ad", ""],
      orderStatus: "PENDING",
      financialStatus: "VOIDED",
      fulfillmentStatus: "SCHEDULED",
      custom: { gift: true },
      storeProvider: { shop: 1 },
      paymentProvider: { card: [] },
      reported: {
        orderId: rowId,
        placedDay: "2026-05-31",
        bestTier: "ENHANCED",
        converted: true,
        nativeCurrency: "eur",
        reportingCurrency: "usd",
        rateProvider: "ecb",
        rate: "1.1",
        nativeAttributedRevenue: "-0.5",
        nativeTotalPrice: "10.5",
        reportedAttributedRevenue: "-0.55",
        reportedTotalPrice: "11.55",
      },
    });
  });

  it("has nulls without attribution and custom fields", async () => {
    const rowId = await addOrder(fixture, mine);
    const fields = [
      "discountCode",
      "formResponse",
      "partner",
      "attributedRevenue",
      "reported",
      "custom",
      "storeProvider",
      "paymentProvider",
    ];
    const selection = fields.map((field) => (/^(discountCode|formResponse|partner)$/.test(field) ? `${field} { rowId }` : field));
    const [order] = await mine.entities("Order", [rowId], selection.join(" ").replace("reported", "reported { orderId }"));
    expect(order).toEqual(Object.fromEntries(fields.map((field) => [field, null])));
  });
});

describe("a checkout", () => {
  it("returns all fields, with its order", async () => {
    const [connectionId, orderId] = [newId(), await addOrder(fixture, mine, { external_ref: "#2" })];
    const rowId = await addCheckout(fixture, mine, {
      connection_id: connectionId,
      external_ref: "c1",
      order_id: orderId,
      stage: 1,
      status: 1,
      started_at: "2026-05-31T23:59:59Z",
    });
    const [checkout] = await mine.entities("Checkout", [rowId], checkoutFields);
    expect(checkout).toEqual({
      rowId,
      workspaceId: mine.workspaceId,
      createdAt: "2026-06-01T12:00:00.000Z",
      updatedAt: "2026-06-01T12:00:00.000Z",
      connectionId,
      customerId: null,
      customerRef: null,
      externalRef: "c1",
      formResponseId: null,
      orderId,
      order: { rowId: orderId, externalRef: "#2" },
      partnerId: null,
      providerUpdatedAt: "2026-06-01T12:00:00.000Z",
      stage: "CHECKOUT",
      startedDay: "2026-05-31",
      status: "CONVERTED",
    });
  });
});

describe("an entity of orders", () => {
  it.each([
    ["Order", addOrder],
    ["Checkout", addCheckout],
  ] as const)("of type %s is found only in its own workspace", async (type, addOne) => {
    const ids = [await addOne(fixture, mine), await addOne(fixture, mine)];
    expect(await mine.entities(type, [...ids, newId()], "rowId")).toEqual([...ids.map((rowId) => ({ rowId })), null]);
    expect(await fixture.client().entities(type, ids, "rowId")).toEqual([null, null]);
  });

  it("does not resolve a checkout's order of another workspace", async () => {
    const orderId = await addOrder(fixture, fixture.client());
    const rowId = await addCheckout(fixture, mine, { order_id: orderId });
    expect(await mine.entities("Checkout", [rowId], "orderId order { rowId }")).toEqual([{ orderId, order: null }]);
  });
});
