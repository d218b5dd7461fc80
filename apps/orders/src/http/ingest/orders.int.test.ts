import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { outcomesOf, rowsOf } from "../../testing/answers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, sendRecords, sentOrder } from "../../testing/send.js";

let fixture: Fixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
});

const send = (...records: unknown[]) => sendRecords(fixture, client, "orders", records, { connectionId });

describe("an ingested order", () => {
  it("is stored as sent", async () => {
    const formResponseId = newId();
    const extras = { custom: { gift: true }, storeProvider: { cart: [1, "é"] }, paymentProvider: { fee: "1.20" } };
    const said = {
      isReal: false,
      originRefs: ["web", "web"],
      integrationSlug: "shop",
      clickId: "c1",
      visitorId: "v1",
      formResponseId,
      ...extras,
    };
    const order = sentOrder({ ...said, discountCodes: ["SPRING", { code: "spring", amount: "1.5" }, { code: "Été", amount: null }] });
    const { status, results } = await send(order);
    expect([status, results]).toEqual([
      200,
      [{ index: 0, externalRef: order.externalRef, outcome: "accepted", rowId: expect.any(String) }],
    ]);
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([
      {
        row_id: results[0]?.rowId,
        connection_id: connectionId,
        external_ref: order.externalRef,
        provider_updated_at: new Date("2026-05-01T12:00:00Z"),
        currency_id: "eur",
        customer_ref: "ann@example.com",
        customer_id: customerIdOf(client.workspaceId, "ann@example.com"),
        customer_name: "Ann",
        discount_codes: ["SPRING", "spring", "Été"],
        discount_amounts: [null, "15000", null],
        total_price: "1205000",
        refunded_total: "205000",
        placed_at: new Date("2026-05-01T08:00:00Z"),
        paid_at: new Date("2026-05-01T08:05:00Z"),
        order_status: 4,
        financial_status: 1,
        fulfillment_status: 5,
        is_real: false,
        origin_refs: ["web", "web"],
        integration_slug: "shop",
        click_id: "c1",
        visitor_id: "v1",
        claimed_form_response_id: formResponseId,
      },
    ]);
    expect((await rowsOf(fixture, client, "order_code_names")).map(({ name_key }) => name_key).sort()).toEqual(["spring", "été"]);
    expect(await rowsOf(fixture, client, "order_customs")).toMatchObject([{ content: extras.custom }]);
    expect(await rowsOf(fixture, client, "order_store_providers")).toMatchObject([{ content: extras.storeProvider }]);
    expect(await rowsOf(fixture, client, "order_payment_providers")).toMatchObject([{ content: extras.paymentProvider }]);
    expect((await client.events()).map(({ what }) => what)).toEqual(["order.placed", "order.refunded"]);
  });
  it("with only required fields is real, not refunded and has no customer", async () => {
    const { customerRef, customerName, refundedTotal, paidAt, ...least } = sentOrder({ discountCodes: [] });
    expect(outcomesOf(await send({ ...least, customerRef: null, custom: null }))).toEqual(["accepted"]);
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([
      { is_real: true, refunded_total: "0", customer_id: null, customer_ref: null, paid_at: null, origin_refs: [], click_id: null },
    ]);
    expect([customerRef, customerName, refundedTotal, paidAt]).not.toContain(undefined);
  });
  it("is the same version with a code as a text or as an object without an amount", async () => {
    const order = sentOrder({ discountCodes: ["SPRING"] });
    expect(outcomesOf(await send(order))).toEqual(["accepted"]);
    expect(outcomesOf(await send({ ...order, discountCodes: [{ code: "SPRING" }] }))).toEqual(["unchanged"]);
  });
  it("is replaced by a newer version, with its dependent rows", async () => {
    const order = sentOrder({ custom: { a: 1 }, storeProvider: { b: 2 }, discountCodes: [{ code: "SPRING", amount: "2" }] });
    const first = await send(order);
    const newer = { ...order, providerUpdatedAt: "2026-05-02T12:00:00Z", totalPrice: "100", refundedTotal: "30", discountCodes: ["OTHER"] };
    const second = await send({ ...newer, orderStatus: "CANCELLED", storeProvider: { b: 3 }, custom: undefined });
    expect([outcomesOf(second), second.results[0]?.rowId]).toEqual([["accepted"], first.results[0]?.rowId]);
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([
      { total_price: "1000000", refunded_total: "300000", order_status: 1, discount_codes: ["OTHER"], discount_amounts: null },
    ]);
    expect((await rowsOf(fixture, client, "order_code_names")).map(({ name_key }) => name_key)).toEqual(["other"]);
    expect(await rowsOf(fixture, client, "order_customs")).toEqual([]);
    expect(await rowsOf(fixture, client, "order_store_providers")).toMatchObject([{ content: { b: 3 } }]);
    const events = (await client.events()).map(({ what }) => what);
    expect(events).toEqual(["order.placed", "order.refunded", "order.updated", "order.refunded", "order.cancelled"]);
  });
  it("sent again is unchanged, with any key order and number format", async () => {
    const order = sentOrder({ custom: { a: 1, b: { c: 2, d: 3 } } });
    await send(order);
    const before = [await rowsOf(fixture, client, "orders"), await client.events()];
    fixture.clock.advance(1000);
    const same = { ...order, custom: { b: { d: 3, c: 2 }, a: 1 }, totalPrice: "0120.5", currencyId: "eur", refundedTotal: "20.5000" };
    expect(outcomesOf(await send(same, order))).toEqual(["unchanged", "unchanged"]);
    expect([await rowsOf(fixture, client, "orders"), await client.events()]).toEqual(before);
  });
  it("that is older than the stored one is stale, with any content", async () => {
    const order = sentOrder();
    const { results } = await send(order);
    const older = await send({ ...order, providerUpdatedAt: "2026-05-01T11:59:59.999Z", totalPrice: "1" });
    expect(older.results).toMatchObject([{ outcome: "stale", rowId: results[0]?.rowId }]);
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([{ total_price: "1205000" }]);
  });
  it("is processed in the order of its batch", async () => {
    const order = sentOrder();
    const at = (second: number, totalPrice: string) => ({ ...order, providerUpdatedAt: `2026-05-01T12:00:0${second}Z`, totalPrice });
    const { results } = await send(at(1, "1"), at(3, "3"), at(2, "2"), at(3, "3"), "no record", at(4, "4"));
    expect(results.map(({ index, outcome }) => [index, outcome])).toEqual([
      [0, "accepted"],
      [1, "accepted"],
      [2, "stale"],
      [3, "unchanged"],
      [4, "rejected"],
      [5, "accepted"],
    ]);
    expect(new Set(results.map(({ rowId }) => rowId)).size).toBe(2);
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([{ total_price: "40000" }]);
    expect((await client.events()).map(({ what }) => what)).toEqual(["order.placed", "order.refunded"]);
  });
  it("with equal times has the same winner in either order", async () => {
    const [one, other] = [sentOrder({ totalPrice: "1" }), { totalPrice: "2" }];
    const winners = [];
    for (const flip of [false, true]) {
      client = fixture.client();
      connectionId = await addConnection(fixture, client);
      const versions = [one, { ...one, ...other }];
      for (const version of flip ? versions.reverse() : versions) await send(version);
      winners.push((await rowsOf<{ total_price: string }>(fixture, client, "orders"))[0]?.total_price);
      expect(outcomesOf(await send(...versions)).filter((outcome) => outcome === "accepted")).toEqual([]);
    }
    expect(winners[0]).toBe(winners[1]);
  });
  it("with the time of the stored version gets CONFLICT; an older one does not", async () => {
    const order = sentOrder();
    const { results } = await send(order, ...["2", "3", "4"].map((totalPrice) => ({ ...order, totalPrice })));
    const lost = results.filter(({ outcome }) => outcome === "stale");
    const { results: again } = await send(...["2", "3", "4"].map((totalPrice) => ({ ...order, totalPrice })), order);
    expect(again.filter(({ outcome }) => outcome === "stale")).toHaveLength(3);
    for (const { errors, rowId } of [...lost, ...again.filter(({ outcome }) => outcome === "stale")]) {
      expect(rowId).toBe(results[0]?.rowId);
      expect(errors).toMatchObject([{ field: ["providerUpdatedAt"], code: "CONFLICT" }]);
    }
    const older = await send({ ...order, providerUpdatedAt: "2026-05-01T11:59:59.999Z" });
    expect(older.results[0]).toEqual({ index: 0, externalRef: order.externalRef, outcome: "stale", rowId: results[0]?.rowId });
  });
  it("can have a refunded total above its price", async () => {
    await send(sentOrder({ totalPrice: "10", refundedTotal: "30.0001" }));
    expect(await rowsOf(fixture, client, "orders")).toMatchObject([{ total_price: "100000", refunded_total: "300001" }]);
  });
  it("with the same reference in another connection or workspace is another order", async () => {
    const order = sentOrder({ externalRef: "1001" });
    await send(order);
    const other = await addConnection(fixture, client);
    expect(outcomesOf(await sendRecords(fixture, client, "orders", [order], { connectionId: other }))).toEqual(["accepted"]);
    expect(await rowsOf(fixture, client, "orders")).toHaveLength(2);
  });
});
