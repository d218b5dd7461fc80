import {
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseDeleted,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { responseOf } from "@offergraph/testkit/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { after, code, lateEvents, minute, order, placedAt } from "../../testing/late-events.js";
import { takeRates } from "../../testing/take-history.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(minute);
});

const { take, emitEvent, orders, emitted, attributions, created, issued } = lateEvents(() => ({ fixture, client }));

describe("a response that arrives after its order", () => {
  const complete = (changes: Parameters<typeof responseOf>[0]) => {
    const response = responseOf({ completedAt: "2026-05-10T12:00:00.000Z", partnerId: newId(), ...changes });
    const definition = response.status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
    return emitEvent(definition, response.rowId, response).then(() => response);
  };

  it("is the order's attribution, with its partner, by visitor, click, customer or the order's reference", async () => {
    const customerRef = "ann@example.com";
    await take(
      order({ externalRef: "1", visitorId: "v1" }),
      order({ externalRef: "2", clickId: "c2" }),
      order({ externalRef: "3", customerRef }),
    );
    const responses = [
      await complete({ visitorId: "v1" }),
      await complete({ clickId: "c2" }),
      await complete({ customerId: customerIdOf(client.workspaceId, customerRef) }),
    ];
    const named = responseOf({ completedAt: "2020-01-01T00:00:00.000Z" });
    await take(order({ externalRef: "4", formResponseId: named.rowId }));
    await complete(named);
    const all = [...responses, { ...named, partnerId: null }];
    expect(await orders()).toMatchObject(
      all.map(({ rowId, partnerId }) => ({ formResponseId: rowId, partnerId, attributionMethod: "FORM_RESPONSE", bestTier: null })),
    );
    expect(await attributions()).toHaveLength(4);
  });

  it("has the highest tier of its grants, also if these arrive late", async () => {
    const response = await complete({ visitorId: "v1" });
    await take(order({ visitorId: "v1" }));
    for (const [tier, best] of [
      [null, null],
      ["quick", "QUICK"],
      ["enhanced", "ENHANCED"],
      ["quick", "ENHANCED"],
    ] as const) {
      await issued({ formResponseId: response.rowId, kindSlug: "metadata", tier });
      expect(await orders()).toMatchObject([{ formResponseId: response.rowId, bestTier: best, reported: { bestTier: best } }]);
    }
    expect(await attributions()).toHaveLength(3);
  });

  it("is replaced by a later response, and both by a code", async () => {
    await take(order({ visitorId: "v1", discountCodes: ["SUN"] }));
    const late = await complete({ visitorId: "v1" });
    await complete({ visitorId: "v1", completedAt: "2026-05-09T12:00:00.000Z" });
    expect(await orders()).toMatchObject([{ formResponseId: late.rowId }]);
    const data = code();
    await created(data);
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId, formResponseId: null, partnerId: null }]);
  });

  it("does not match by an unverified customer if a signature was expected, until it is verified", async () => {
    const customerId = customerIdOf(client.workspaceId, "ann");
    await take(order({ externalRef: "1", customerRef: "ann" }));
    const claim = await complete({ customerId, customerRef: "ann", verificationExpected: true });
    await take(order({ externalRef: "2", customerRef: "ann" }));
    expect(await orders()).toMatchObject([
      { formResponseId: null, partnerId: null },
      { formResponseId: null, partnerId: null },
    ]);
    await emitEvent(formResponseCustomerIdentified, claim.rowId, { ...claim, customerId, customerRef: "ann", customerVerified: true });
    expect(await orders()).toMatchObject([{ formResponseId: claim.rowId }, { formResponseId: claim.rowId }]);
  });

  it("matches its customer's orders once the customer is identified", async () => {
    await take(order({ customerRef: "ann" }));
    const response = await complete({});
    expect(await orders()).toMatchObject([{ formResponseId: null }]);
    const known = { ...response, customerId: customerIdOf(client.workspaceId, "ann"), customerRef: "ann" };
    await emitEvent(formResponseCustomerIdentified, response.rowId, known);
    expect(await orders()).toMatchObject([{ formResponseId: response.rowId }]);
  });

  it("stays the attribution of its orders after its deletion, also of their new versions, but matches no further order", async () => {
    const customerRef = "ann";
    const known = { "1": { visitorId: "v1" }, "2": { clickId: "c1" }, "3": { customerRef } };
    const sent = (time: string, totalPrice: string) =>
      Object.entries(known).map(([externalRef, by]) => order({ externalRef, providerUpdatedAt: time, totalPrice, ...by }));
    await take(...sent(placedAt, "10"));
    const response = await complete({ visitorId: "v1", clickId: "c1", customerId: customerIdOf(client.workspaceId, customerRef) });
    const { rowId, formId, createdAt, partnerId } = response;
    const attribution = { formResponseId: rowId, partnerId, attributionMethod: "FORM_RESPONSE" };
    expect(await orders()).toMatchObject([attribution, attribution, attribution]);
    await emitEvent(formResponseDeleted, rowId, { rowId, formId, createdAt });
    await take(...sent(after(placedAt, minute), "20"));
    await take(order({ externalRef: "4", visitorId: "v1", clickId: "c1", customerRef }));
    const later = { ...attribution, attributedRevenue: "20" };
    expect(await orders()).toMatchObject([later, later, later, { formResponseId: null, attributionMethod: null }]);
  });

  it("matches nothing if it was skipped, or completed one millisecond outside the 30 days", async () => {
    await take(order({ visitorId: "v1" }));
    await complete({ visitorId: "v1", status: "SKIPPED" });
    await complete({ visitorId: "v1", completedAt: "2026-04-20T11:59:59.999Z" });
    await complete({ visitorId: "v1", completedAt: after(placedAt, 1) });
    expect(await orders()).toMatchObject([{ formResponseId: null }]);
    const edge = await complete({ visitorId: "v1", completedAt: "2026-04-20T12:00:00.000Z" });
    expect(await orders()).toMatchObject([{ formResponseId: edge.rowId }]);
  });
});

describe("a rate that arrives after the orders of its day", () => {
  const rate = (changes: object = {}) => ({ day: "2026-05-20", from: "eur", to: "usd", rate: "1.08125", provider: "ecb", ...changes });

  it("converts only these orders; a corrected rate converts them again; no event is emitted", async () => {
    await take(
      order({ externalRef: "1", currencyId: "EUR", totalPrice: "10.0002", discountCodes: ["SUN"] }),
      order({ externalRef: "2", currencyId: "EUR", placedAt: "2026-05-21T00:00:00.000Z" }),
      order({ externalRef: "3", currencyId: "USD", totalPrice: "7" }),
    );
    await created(code());
    const not = { converted: false, rate: null, rateProvider: null, reportedTotalPrice: null, reportedAttributedRevenue: null };
    const own = { converted: true, rate: "1", rateProvider: null, reportedTotalPrice: "7", reportedAttributedRevenue: null };
    expect((await orders()).map(({ reported }) => reported)).toMatchObject([not, not, own]);
    const before = await emitted();
    await takeRates(fixture, client, [
      rate(),
      rate({ from: "gbp", to: "usd", rate: "1.3", day: "2026-05-21" }),
      rate({ to: "gbp", rate: "5" }),
    ]);
    // 10.0002 × 1.08125 = 10.81271625
    const converted = {
      converted: true,
      rate: "1.08125",
      rateProvider: "ecb",
      reportedTotalPrice: "10.8127",
      reportedAttributedRevenue: "10.8127",
    };
    expect((await orders()).map(({ reported }) => reported)).toMatchObject([converted, not, own]);
    await takeRates(fixture, client, [rate({ rate: "2", provider: "other" })]);
    expect(await orders()).toMatchObject([{ reported: { rate: "2", rateProvider: "other", reportedTotalPrice: "20.0004" } }, {}, {}]);
    expect(await emitted()).toEqual(before);
  });
});
