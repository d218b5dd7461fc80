import { deadLetterDays, erasureRecordDays, streamDays } from "@offergraph/service/messaging/retention";
import { discountCodeCreated, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { customerErased, formResponseCompleted, formResponseCustomerIdentified } from "@offergraph/shared/contracts/events/forms";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { responseOf } from "@offergraph/testkit/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { attributed } from "../testing/attribution-outcomes.js";
import { type EventsFixture, startEventsFixture } from "../testing/events-fixture.js";
import type { Client } from "../testing/fixture.js";
import { addConnection, sendRecords, sentCheckout, sentOrder } from "../testing/send.js";

let fixture: EventsFixture;
let client: Client;
let ann: string;
let connectionId: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  ann = customerIdOf(client.workspaceId, "ann@example.com");
  connectionId = await addConnection(fixture, client);
});

const rowsOf = async (table: string) =>
  (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1 ORDER BY 1`, [client.workspaceId])).rows;
const send = (kind: "orders" | "checkouts", ...records: object[]) => sendRecords(fixture, client, kind, records, { connectionId });
const erase = (customerId = ann) => fixture.emitEvent(customerErased, client.workspaceId, customerId, { customerId });
const emitResponse = (response: ReturnType<typeof responseOf>) =>
  fixture.emitEvent(formResponseCompleted, client.workspaceId, response.rowId, response);
const ofAnn = {
  customerRef: "Ann@example.com",
  customerName: "Ann",
  clickId: "click",
  visitorId: "visitor",
  custom: { note: "for Ann" },
  storeProvider: { admin: "ann" },
  paymentProvider: { holder: "Ann" },
};

describe("erasing a customer", () => {
  it("removes identifying data from orders and checkouts, and keeps amounts and attribution", async () => {
    await send("orders", sentOrder({ ...ofAnn, totalPrice: "120.50" }));
    await send("checkouts", sentCheckout({ customerRef: "ann@example.com" }));
    const [before] = await rowsOf("orders");
    expect(before).toMatchObject({ customer_id: ann, customer_ref: "ann@example.com", customer_name: "Ann", click_id: "click" });
    expect(await rowsOf("order_customs")).toHaveLength(1);
    await erase();
    const nobody = { customer_id: null, customer_ref: null, customer_name: null, click_id: null, visitor_id: null };
    expect(await rowsOf("orders")).toEqual([{ ...before, ...nobody, updated_at: expect.any(Date) }]);
    expect(await rowsOf("checkouts")).toMatchObject([{ customer_id: null, customer_ref: null }]);
    for (const table of ["order_customs", "order_store_providers", "order_payment_providers"]) expect(await rowsOf(table)).toEqual([]);
  });

  it("does not affect other customers", async () => {
    await send("orders", sentOrder({ ...ofAnn, customerRef: "bob@example.com", customerName: "Bob" }));
    // The checkout is converted, because `abandonCheckouts` would change an open checkout.
    await send("checkouts", sentCheckout({ customerRef: "bob@example.com", status: "CONVERTED" }));
    const before = [await rowsOf("orders"), await rowsOf("checkouts"), await rowsOf("order_customs")];
    await erase();
    expect([await rowsOf("orders"), await rowsOf("checkouts"), await rowsOf("order_customs")]).toEqual(before);
  });

  it("keeps an order's attribution to a response, also if it is attributed again, and the response without the customer", async () => {
    const response = responseOf({ customerId: ann, clickId: "click", completedAt: "2026-05-01T07:00:00.000Z" });
    await emitResponse(response);
    await send("orders", sentOrder({ ...ofAnn, discountCodes: [] }));
    await erase();
    const led = { attribution_method: "FORM_RESPONSE", form_response_id: response.rowId };
    const kept = { customer_id: null, click_id: null, visitor_id: response.rowId };
    expect(await rowsOf("orders")).toMatchObject([led]);
    expect(await rowsOf("form_response_references")).toMatchObject([kept]);
    await emitResponse(response);
    await attributed(fixture, client);
    expect(await rowsOf("orders")).toMatchObject([led]);
    expect(await rowsOf("form_response_references")).toMatchObject([kept]);
  });

  describe("keeps an order's attribution", () => {
    const completedAt = "2026-05-01T07:00:00.000Z";
    const led = (rowId: string) => ({ attribution_method: "FORM_RESPONSE", form_response_id: rowId, attributed_revenue: "1000000" });

    it("of a guest to the customer's response, also if it is attributed again", async () => {
      const response = responseOf({ customerId: ann, completedAt });
      await emitResponse(response);
      await send("orders", sentOrder({ customerRef: null, customerName: null, visitorId: "visitor", discountCodes: [] }));
      await erase();
      expect(await rowsOf("orders")).toMatchObject([led(response.rowId)]);
      await sendRecords(fixture, client, "rates", [{ day: "2026-05-01", from: "eur", to: "usd", rate: "2", provider: "ecb" }]);
      await attributed(fixture, client);
      expect(await rowsOf("order_reported")).toMatchObject([{ converted: true, native_attributed_revenue: "1000000" }]);
      expect(await rowsOf("orders")).toMatchObject([led(response.rowId)]);
    });

    it("in its next version, with any customer and references", async () => {
      const response = responseOf({ customerId: ann, completedAt });
      await emitResponse(response);
      const order = sentOrder({ ...ofAnn, discountCodes: [] });
      await send("orders", order);
      await erase();
      await send("orders", { ...order, customerRef: null, clickId: null, visitorId: "other", providerUpdatedAt: "2026-05-02T12:00:00Z" });
      expect(await rowsOf("orders")).toMatchObject([led(response.rowId)]);
      await send("orders", { ...order, customerRef: "bob", formResponseId: newId(), providerUpdatedAt: "2026-05-03T12:00:00Z" });
      expect(await rowsOf("orders")).toMatchObject([led(response.rowId)]);
    });

    it("to the response if its code is no longer attributed", async () => {
      const response = responseOf({ customerId: ann, completedAt });
      await emitResponse(response);
      const code = { ...discountCodeOf({ code: "SPRING", updatedAt: "2026-04-01T00:00:00.000Z" }), rowId: newId() };
      const emitted = { ...eventDataOf(code), publicTier: null };
      await fixture.emitEvent(discountCodeCreated, client.workspaceId, code.rowId, emitted);
      await send("orders", sentOrder(ofAnn));
      expect(await rowsOf("orders")).toMatchObject([{ attribution_method: "DISCOUNT_CODE", form_response_id: null }]);
      await erase();
      const renamed = { ...emitted, code: "AUTUMN", updatedAt: "2026-04-02T00:00:00.000Z", changed: ["code" as const] };
      await fixture.emitEvent(discountCodeUpdated, client.workspaceId, code.rowId, renamed);
      await attributed(fixture, client);
      expect(await rowsOf("orders")).toMatchObject([led(response.rowId)]);
    });
  });

  it("is not reverted by a known version; a newer version is new data", async () => {
    const order = sentOrder(ofAnn);
    await send("orders", order);
    await erase();
    expect((await send("orders", order)).results).toMatchObject([{ outcome: "unchanged" }]);
    expect(await rowsOf("orders")).toMatchObject([{ customer_name: null }]);
    await send("orders", { ...order, providerUpdatedAt: "2026-05-02T12:00:00Z" });
    expect(await rowsOf("orders")).toMatchObject([{ customer_id: ann, customer_name: "Ann" }]);
  });

  describe("of responses whose events arrive after the erasure", () => {
    const erasedAt = new Date("2026-06-01T10:00:00.000Z");
    const later = (ms: number) => new Date(erasedAt.getTime() + ms);
    const eraseThen = () => fixture.emitEvent(customerErased, client.workspaceId, ann, { customerId: ann }, erasedAt);
    const emitAt = (response: ReturnType<typeof responseOf>, ms: number) =>
      fixture.emitEvent(formResponseCompleted, client.workspaceId, response.rowId, response, later(ms));
    const nobody = (rowId: string) => ({ customer_id: null, click_id: null, visitor_id: rowId });

    it("stores no customer; the customer's next response and others' are new data", async () => {
      await eraseThen();
      const [before, after, bobs] = [ann, ann, newId()].map((customerId) => responseOf({ customerId, clickId: "click" }));
      if (!before || !after || !bobs) throw new Error("Not made.");
      await emitAt(before, 0);
      await emitAt(after, 1);
      await emitAt(bobs, -1);
      const kept = new Map((await rowsOf("form_response_references")).map((row) => [row.row_id, row]));
      expect(kept.get(before.rowId)).toMatchObject(nobody(before.rowId));
      expect(kept.get(after.rowId)).toMatchObject({ customer_id: ann, click_id: "click", visitor_id: "visitor" });
      expect(kept.get(bobs.rowId)).toMatchObject({ customer_id: bobs.customerId, click_id: "click" });
    });

    it("removes the customer from an anonymous response that is identified later", async () => {
      const response = responseOf({ clickId: "click" });
      await emitAt(response, -2);
      await eraseThen();
      const data = { ...response, customerId: ann, customerRef: "ann@example.com" };
      await fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, data, later(-1));
      expect(await rowsOf("form_response_references")).toMatchObject([nobody(response.rowId)]);
    });

    it("recognizes a dead letter that is replayed on its last day, after later erasures of other customers", async () => {
      await eraseThen();
      const last = (streamDays + deadLetterDays + streamDays) * 86_400_000;
      await fixture.emitEvent(customerErased, client.workspaceId, newId(), { customerId: newId() }, later(last));
      const response = responseOf({ customerId: ann, customerRef: "ann@example.com", customerName: "Ann", clickId: "click" });
      await emitAt(response, -1);
      expect(await rowsOf("form_response_references")).toMatchObject([nobody(response.rowId)]);
      expect(await rowsOf("customers")).toEqual([]);
    });

    it("stores erased customers until no earlier event can arrive, with the latest erasure", async () => {
      await eraseThen();
      await fixture.emitEvent(customerErased, client.workspaceId, ann, { customerId: ann }, later(-1));
      const bob = newId();
      const kept = erasureRecordDays * 86_400_000;
      const emitted = (ms: number) => fixture.emitEvent(customerErased, client.workspaceId, bob, { customerId: bob }, later(ms));
      const erased = async () => (await rowsOf("erased_customers")).map(({ customer_id, erased_at }) => [customer_id, erased_at] as const);
      await emitted(kept);
      expect(new Map(await erased())).toEqual(
        new Map([
          [ann, erasedAt],
          [bob, later(kept)],
        ]),
      );
      await emitted(kept + 1);
      expect(await erased()).toEqual([[bob, later(kept + 1)]]);
    });
  });

  it("never moves a record's updatedAt back", async () => {
    await send("orders", sentOrder(ofAnn));
    await send("checkouts", sentCheckout({ customerRef: "ann@example.com", status: "CONVERTED" }));
    const ahead = new Date(fixture.clock.now().getTime() + 3_600_000);
    for (const table of ["orders", "checkouts"])
      await fixture.admin.query(`UPDATE ${table} SET updated_at = $2 WHERE workspace_id = $1`, [client.workspaceId, ahead]);
    await erase();
    for (const table of ["orders", "checkouts"]) expect(await rowsOf(table)).toMatchObject([{ customer_id: null, updated_at: ahead }]);
  });

  it("has no effect for an unknown customer", async () => {
    await erase(newId());
    expect(await rowsOf("orders")).toEqual([]);
  });
});
