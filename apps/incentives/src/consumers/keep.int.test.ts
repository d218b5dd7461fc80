import {
  connectionAdded,
  connectionRemoved,
  connectionUpdated,
  discountCodeCreated,
  discountCodeDeleted,
} from "@offergraph/shared/contracts/events/discounts";
import {
  formCreated,
  formDeleted,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
  formUpdated,
} from "@offergraph/shared/contracts/events/forms";
import { orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { orderOf } from "@offergraph/testkit/orders";
import { connectionOf, discountCodeOf, eventDataOf, formDataOf, formOf } from "@offergraph/testkit/references";
import { responseOf } from "@offergraph/testkit/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { visitorIdOf } from "../domain/eligibility.js";
import { responseStatuses } from "../domain/ordinals.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

const times = ["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.001Z", "2026-05-01T10:00:00.002Z"] as const;

let fixture: OtherServicesFixture;
let mine: string;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  mine = newId();
});

const rowsOf = async (table: string) => (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [mine])).rows;

describe("the replica of discounts", () => {
  it("has the existing connections and discount codes", async () => {
    const [connection, code] = [connectionOf(), discountCodeOf({ aliases: ["Sun"] })];
    await fixture.emitEvent(connectionAdded, mine, connection.rowId, connection);
    await fixture.emitEvent(discountCodeCreated, mine, code.rowId, eventDataOf(code));
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, slug: "shop" }]);
    await fixture.emitEvent(connectionUpdated, mine, connection.rowId, { ...connection, name: "Renamed", changed: ["name"] });
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, name: "Renamed" }]);
    await fixture.emitEvent(connectionRemoved, mine, connection.rowId, connection);
    await fixture.emitEvent(connectionAdded, mine, connection.rowId, connection);
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, is_deleted: true }]);
    const unheardOf = connectionOf({ rowId: newId(), provider: "manual" });
    await fixture.emitEvent(connectionRemoved, mine, unheardOf.rowId, unheardOf);
    // `spend_credit` cannot spend credit of a connection whose provider is `unknown`.
    expect(await rowsOf("connection_references")).toContainEqual(
      expect.objectContaining({ row_id: unheardOf.rowId, provider: "unknown", is_deleted: true }),
    );
    expect((await rowsOf("discount_code_names")).map(({ name_key }) => name_key).sort()).toEqual(["summer", "sun"]);
    await fixture.emitEvent(discountCodeDeleted, mine, code.rowId, { rowId: code.rowId, code: code.code, aliasedCodes: [] });
    expect(await rowsOf("discount_code_references")).toMatchObject([{ row_id: code.rowId, is_deleted: true }]);
  });
});

describe("the replica of a form", () => {
  const form = formOf();
  const created = (title: string | null, updatedAt: string) =>
    fixture.emitEvent(formCreated, mine, form.rowId, formDataOf({ ...form, title, updatedAt }));
  const updated = (title: string | null, updatedAt: string) =>
    fixture.emitEvent(formUpdated, mine, form.rowId, { ...formDataOf({ ...form, title, updatedAt }), changed: ["title", "updatedAt"] });
  const deleted = (time: string) =>
    fixture.emitEvent(formDeleted, mine, form.rowId, { rowId: form.rowId, formSlug: form.formSlug, title: form.title }, new Date(time));
  const kept = async () => (await rowsOf("form_references")).map(({ title, is_deleted }) => [title, is_deleted]);

  it("has the newest slug and title: the last of one millisecond, and not those of a late older event", async () => {
    await created("First", times[1]);
    await updated("Second", times[1]);
    expect(await kept()).toEqual([["Second", false]]);
    await updated("Zeroth", times[0]);
    expect(await kept()).toEqual([["Second", false]]);
    await updated(null, times[2]);
    expect(await rowsOf("form_references")).toMatchObject([{ row_id: form.rowId, form_slug: "why", title: null }]);
  });

  it("stays deleted", async () => {
    await created("First", times[0]);
    await deleted(times[1]);
    await updated("Second", times[2]);
    expect(await kept()).toEqual([["First", true]]);
  });
});

describe("the replica of a response", () => {
  it("has its outcome, trust score and customer, also if identified later", async () => {
    const response = responseOf({ trustScore: 0.7 });
    const customerId = newId();
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await rowsOf("form_response_references")).toEqual([
      {
        row_id: response.rowId,
        workspace_id: mine,
        form_id: response.formId,
        status: responseStatuses.indexOf("COMPLETE"),
        completed_at: new Date(response.completedAt),
        customer_id: null,
        trust_score: 0.7,
        trust_reasons: [],
        customer_verified: false,
        verification_expected: false,
        visitor_id: visitorIdOf(mine, response.visitorId),
      },
    ]);
    await fixture.emitEvent(formResponseCustomerIdentified, mine, response.rowId, { ...response, customerId, customerRef: "ann" });
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await rowsOf("form_response_references")).toMatchObject([{ customer_id: customerId }]);
  });

  it("distinguishes skipped from completed responses", async () => {
    const response = responseOf({ status: "SKIPPED" });
    await fixture.emitEvent(formResponseSkipped, mine, response.rowId, response);
    expect(await rowsOf("form_response_references")).toMatchObject([{ status: responseStatuses.indexOf("SKIPPED") }]);
  });
});

describe("the replica of an order", () => {
  const kept = async () => (await rowsOf("order_references"))[0];
  const names = async () => (await rowsOf("order_code_names")).map(({ name_key }) => name_key).sort();

  it("has its customer, time, codes and status", async () => {
    const order = orderOf({ customerId: newId(), discountCodes: ["Sun", "MOON"], discountCodeId: newId(), formResponseId: newId() });
    await fixture.emitEvent(orderPlaced, mine, order.rowId, order);
    expect(await kept()).toEqual({
      row_id: order.rowId,
      workspace_id: mine,
      updated_at: new Date(order.updatedAt),
      customer_id: order.customerId,
      placed_at: new Date(order.placedAt),
      is_real: true,
      is_cancelled: false,
      is_refunded: false,
      discount_code_id: order.discountCodeId,
      form_response_id: order.formResponseId,
    });
    expect(await names()).toEqual(["moon", "sun"]);
    await fixture.emitEvent(orderRefunded, mine, order.rowId, { ...order, updatedAt: times[1], refundedTotal: "10", newlyRefunded: "10" });
    expect(await kept()).toMatchObject({ is_refunded: true, is_cancelled: false });
    await fixture.emitEvent(orderCancelled, mine, order.rowId, {
      ...order,
      updatedAt: times[1],
      orderStatus: "CANCELLED",
      discountCodes: ["sun"],
    });
    expect(await kept()).toMatchObject({ is_refunded: false, is_cancelled: true });
    expect(await names()).toEqual(["sun"]);
  });

  it("ignores older events", async () => {
    const order = orderOf({ updatedAt: times[1], discountCodes: ["new"] });
    await fixture.emitEvent(orderPlaced, mine, order.rowId, order);
    const old = { ...order, updatedAt: times[0], isReal: false, discountCodes: ["old"], changed: ["isReal" as const] };
    await fixture.emitEvent(orderUpdated, mine, order.rowId, old);
    expect(await kept()).toMatchObject({ is_real: true });
    expect(await names()).toEqual(["new"]);
  });
});
