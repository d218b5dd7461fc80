import { connectionAdded, discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type EventsFixture, startEventsFixture } from "../testing/events-fixture.js";
import { demoConnection, seedDemo } from "./seed.js";

let fixture: EventsFixture;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface Counts {
  orders: { totalCount: number; nodes: { attributionMethod: string | null; reported: { converted: boolean } | null }[] };
  checkouts: { totalCount: number };
  summary: { open: number; converted: number };
}

it("demo data are ingested like a store's, wait for their connection, are attributed and converted, and are created once", async () => {
  const client = fixture.client();
  const seed = (timeoutMs: number) =>
    seedDemo(fixture.running.parts.database, {
      workspaceId: client.workspaceId,
      reportingCurrency: "usd",
      now: fixture.clock.now(),
      timeoutMs,
    });
  await expect(seed(0)).rejects.toThrow(`Connection ${demoConnection} not found`);

  const code = { ...discountCodeOf({ code: "WELCOME10" }), rowId: newId() };
  await fixture.emitEvent(discountCodeCreated, client.workspaceId, code.rowId, { ...eventDataOf(code), publicTier: "BASIC" });
  const seeding = seed(20_000);
  const connection = { ...connectionOf(), slug: demoConnection };
  await fixture.emitEvent(connectionAdded, client.workspaceId, connection.rowId, connection);
  expect(await seeding).toBe(200);

  const read = () =>
    client.data<Counts>(`{
      orders: list_orders(first: 1000) { totalCount nodes { attributionMethod reported { converted } } }
      checkouts: list_checkouts(first: 1) { totalCount }
      summary: get_checkouts_summary { open converted } }`);
  const { orders, checkouts, summary } = await read();
  expect([orders.totalCount, checkouts.totalCount]).toEqual([200, 233]);
  expect(summary).toMatchObject({ converted: 133 });
  expect(summary.open).toBeGreaterThan(0);
  const having = (wanted: (node: (typeof orders.nodes)[number]) => boolean) => orders.nodes.filter(wanted).length;
  expect(having(({ attributionMethod }) => attributionMethod === "DISCOUNT_CODE")).toBeGreaterThan(0);
  expect(having(({ reported }) => reported?.converted === true)).toBeGreaterThan(150);
  expect(having(({ reported }) => reported?.converted === false)).toBeGreaterThan(0);

  fixture.clock.advance(60_000);
  expect(await seed(0)).toBe(0);
  expect((await read()).orders).toEqual(orders);
});
