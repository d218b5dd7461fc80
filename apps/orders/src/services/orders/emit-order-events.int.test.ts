import { sql } from "@offergraph/service/db/statement";
import { connectionAdded, discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import type { orderAttributed } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { publishedEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { z } from "zod";
import { orderStateColumns } from "../../db/rows.js";
import type { OrderState } from "../../domain/order-events.js";
import { valuesOf } from "../../domain/order-values.js";
import { type EventsFixture, startEventsFixture } from "../../testing/events-fixture.js";
import type { Client } from "../../testing/fixture.js";
import { sendRecords, sentOrder } from "../../testing/send.js";

type Order = z.infer<typeof orderAttributed.data>;

let fixture: EventsFixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  const connection = connectionOf();
  connectionId = connection.rowId;
  await fixture.emitEvent(connectionAdded, client.workspaceId, connectionId, connection);
});

async function addCode(code: string, publicTier: "BASIC" | "QUICK" | null = null): Promise<string> {
  const record = { ...discountCodeOf({ code }), rowId: newId() };
  await fixture.emitEvent(discountCodeCreated, client.workspaceId, record.rowId, { ...eventDataOf(record), publicTier });
  return record.rowId;
}

const send = (order: Record<string, unknown>) => sendRecords(fixture, client, "orders", [order], { connectionId });

/** Returns the events of the workspace's orders in the order of emission. */
async function emitted(): Promise<{ what: string; data: Order }[]> {
  await vi.waitFor(async () => expect(await client.events()).toEqual([]), polling);
  const { connection } = await fixture.running.parts.nats.waitForConnection(AbortSignal.timeout(5_000));
  const events = await publishedEvents(connection, "orders");
  return events
    .filter(({ workspaceid }) => workspaceid === client.workspaceId)
    .map(({ type, data }) => ({ what: type.split(".")[3] ?? "", data: data as Order }));
}
const happened = async () => (await emitted()).map(({ what }) => what);

describe("events of an order", () => {
  it("include the attribution, from the ingest transaction, with all fields for consumers", async () => {
    const discountCodeId = await addCode("SPRING", "QUICK");
    const discountCodes = ["OTHER", { code: "SPRING", amount: "12.05" }];
    const order = sentOrder({ externalRef: "1001", discountCodes });
    const { results } = await send(order);
    const events = await emitted();
    expect(events.map(({ what }) => what)).toEqual(["placed", "attributed", "refunded"]);
    expect(events[1]?.data).toMatchObject({
      rowId: results[0]?.rowId,
      connectionId,
      externalRef: "1001",
      currencyId: "eur",
      customerRef: "ann@example.com",
      discountCodes: ["OTHER", "SPRING"],
      discountApplications: [
        { code: "OTHER", amount: null },
        { code: "SPRING", amount: "12.05" },
      ],
      discountGiven: "12.05",
      totalPrice: "120.5",
      refundedTotal: "20.5",
      placedAt: "2026-05-01T08:00:00.000Z",
      orderStatus: "OPEN",
      isReal: true,
      discountCodeId,
      formResponseId: null,
      bestTier: "QUICK",
      attributionMethod: "DISCOUNT_CODE",
      attributedRevenue: "100",
      countsAsUse: true,
    });
    expect(events[2]?.data).toMatchObject({ newlyRefunded: "20.5" });
  });

  it("contain the stored values, also after a second version", async () => {
    await addCode("SPRING", "QUICK");
    const discountCodes = ["OTHER", { code: 'a "quoted", NULL name', amount: "1" }, { code: "SPRING", amount: "12.05" }];
    const first = sentOrder({ externalRef: "1002", discountCodes, totalPrice: "0120.5000", originRefs: ["web", "e,mail"] });
    const second = {
      ...first,
      providerUpdatedAt: "2026-05-02T12:00:00.1234Z",
      paidAt: "2026-05-02T14:00:00+02:00",
      formResponseId: newId(),
    };
    for (const order of [first, second]) {
      await send(order);
      const { data } = (await emitted()).at(-1) as { data: Order };
      const [stored] = await fixture.running.parts.database.read<OrderState>(
        client.workspaceId,
        sql`SELECT ${orderStateColumns} FROM orders o WHERE o.row_id = ${data.rowId}::uuid`,
      );
      expect(data).toMatchObject(JSON.parse(JSON.stringify({ ...stored, discountAmounts: undefined, ...valuesOf(stored as OrderState) })));
    }
  });

  it("are not emitted for the same or an older version", async () => {
    const order = sentOrder();
    await send(order);
    const events = await emitted();
    await send(order);
    await send({ ...order, providerUpdatedAt: "2026-05-01T11:59:59Z", orderStatus: "CANCELLED" });
    expect(await emitted()).toEqual(events);
  });

  it("report that it no longer counts as a use if it is cancelled or becomes a test", async () => {
    await addCode("SPRING");
    const [first, second] = [sentOrder({ refundedTotal: "0" }), sentOrder({ refundedTotal: "0" })];
    await send(first);
    await send(second);
    await send({ ...first, providerUpdatedAt: "2026-05-02T12:00:00Z", orderStatus: "CANCELLED" });
    await send({ ...second, providerUpdatedAt: "2026-05-02T12:00:00Z", isReal: false });
    const events = await emitted();
    expect(events.map(({ what, data }) => [what, data.countsAsUse])).toEqual([
      ["placed", true],
      ["attributed", true],
      ["placed", true],
      ["attributed", true],
      ["updated", false],
      ["cancelled", false],
      ["updated", false],
    ]);
  });

  it("report a later attribution if its code arrives late", async () => {
    await send(sentOrder({ refundedTotal: "0" }));
    expect(await happened()).toEqual(["placed"]);
    const discountCodeId = await addCode("SPRING");
    await vi.waitFor(async () => expect(await happened()).toEqual(["placed", "attributed"]), polling);
    expect((await emitted()).at(-1)?.data).toMatchObject({ discountCodeId, countsAsUse: true });
  });
});
