import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { orderAttributed, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { backlogOf, publishEvents, publishedEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createCode, getCode } from "../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { type Order, orderOf } from "../testing/orders.js";
import { deleteCode } from "../testing/pushes.js";

let fixture: Fixture;
let client: Client;
let nats: Awaited<ReturnType<typeof startOwnNats>>;
let link: ReturnType<typeof connectNats>;
let connection: Awaited<ReturnType<(typeof link)["waitForConnection"]>>["connection"];
let summer: string;
let winter: string;
beforeAll(async () => {
  nats = await startOwnNats();
  link = connectNats({ url: nats.url, name: "orders", log: createLogger("test", "silent") });
  ({ connection } = await link.waitForConnection(new AbortController().signal));
  await ensureStream(connection, "orders");
  fixture = await startFixture(inject("adminUrl"), { NATS_URL: nats.url });
  await fixture.startReplica();
});
afterAll(async () => {
  await fixture?.stop();
  await link?.close();
  await nats?.stop();
});
beforeEach(async () => {
  client = fixture.client();
  summer = (await createCode(client, { usage_limit: 2 })).rowId;
  winter = (await createCode(client)).rowId;
});

interface News {
  rowId: string;
  usageCount: number;
  changed: string[];
  updatedAt: string;
}
const detailsOf = <Data extends Order>(data: Data) => {
  return { workspaceId: client.workspaceId, recordId: data.rowId, data, actor: null, time: fixture.clock.now() };
};
const attributed = (order: Order) => pendingEvent(orderAttributed, detailsOf(order)).event;
const updated = (order: Order, changed: ("orderStatus" | "financialStatus" | "isReal" | "fulfillmentStatus")[]) =>
  pendingEvent(orderUpdated, detailsOf({ ...order, changed })).event;

/**
 * Publishes order events and waits until the discounts service has processed the events. If `again` is true, uses new message ids, so that
 * NATS does not discard repeated events as duplicates.
 */
async function emitEvent(events: readonly CloudEvent[], again = false): Promise<void> {
  await publishEvents(connection, events, again ? newId : undefined);
  const timeout = polling.timeout + 5 * events.length;
  await vi.waitFor(async () => expect(await backlogOf(connection, "orders", "discounts_count-usages")).toBe(0), { ...polling, timeout });
}

const counts = async () => Promise.all([summer, winter].map(async (id) => (await getCode(client, id))?.usageCount));
const at = (second: number) => `2026-06-01T12:00:${String(second).padStart(2, "0")}.000Z`;

/** Waits until all events are published. Returns the workspace's `discountCodeUpdated` events in the order of publication. */
async function emittedCodes(): Promise<News[]> {
  await vi.waitFor(async () => {
    const { rows } = await fixture.admin.query(
      "SELECT (SELECT count(*) FROM changed_usages) + (SELECT count(*) FROM outbox_events) AS waiting",
    );
    expect(Number(rows[0].waiting)).toBe(0);
  }, polling);
  const events = await publishedEvents(connection, "discounts");
  return events
    .filter(({ workspaceid, type }) => workspaceid === client.workspaceId && type === discountCodeUpdated.subject)
    .map(({ data }) => data as News);
}

describe("a discount code's usage count", () => {
  it("is the number of orders attributed to it, and can reach its limit", async () => {
    await emitEvent([1, 2, 3].map((number) => attributed(orderOf({ discountCodeId: number === 3 ? winter : summer }))));
    expect(await counts()).toEqual([2, 1]);
    expect(await getCode(client, summer)).toMatchObject({ exhausted: true });
    expect(await getCode(client, winter)).toMatchObject({ exhausted: false });
  });

  it("counts an order once if its event is repeated, alone or with new ones", async () => {
    const events = [1, 2, 3].map(() => attributed(orderOf({ discountCodeId: summer })));
    await emitEvent(events);
    await emitEvent(events, true);
    await emitEvent([...events, attributed(orderOf({ discountCodeId: summer }))], true);
    expect(await counts()).toEqual([4, 0]);
  });

  it("decreases if an order is attributed to another code or none", async () => {
    const [one, other] = [orderOf({ discountCodeId: summer }), orderOf({ discountCodeId: summer })];
    await emitEvent([attributed(one), attributed(other)]);
    await emitEvent([
      attributed({ ...one, discountCodeId: winter, updatedAt: at(1) }),
      attributed({ ...other, discountCodeId: null, updatedAt: at(1) }),
    ]);
    expect(await counts()).toEqual([0, 1]);
  });

  it("excludes test and cancelled orders, and includes them again after a correction", async () => {
    const test = orderOf({ discountCodeId: summer, isReal: false, countsAsUse: false });
    const cancelled = orderOf({ discountCodeId: summer });
    await emitEvent([attributed(test), attributed(cancelled)]);
    expect(await counts()).toEqual([1, 0]);
    await emitEvent([updated({ ...cancelled, orderStatus: "CANCELLED", countsAsUse: false, updatedAt: at(1) }, ["orderStatus"])]);
    expect(await counts()).toEqual([0, 0]);
    await emitEvent([
      updated({ ...cancelled, updatedAt: at(2) }, ["orderStatus"]),
      updated({ ...test, isReal: true, countsAsUse: true, updatedAt: at(2) }, ["isReal"]),
    ]);
    expect(await counts()).toEqual([2, 0]);
    await emitEvent([updated({ ...cancelled, financialStatus: "VOIDED", countsAsUse: false, updatedAt: at(3) }, ["financialStatus"])]);
    expect(await counts()).toEqual([1, 0]);
    await emitEvent([updated({ ...cancelled, updatedAt: at(4) }, ["financialStatus"])]);
    expect(await counts()).toEqual([2, 0]);
    await emitEvent([updated({ ...test, isReal: true, fulfillmentStatus: "FULFILLED", updatedAt: at(3) }, ["fulfillmentStatus"])]);
    expect(await counts()).toEqual([2, 0]);
  });

  it("ignores older events that arrive late", async () => {
    const order = orderOf({ discountCodeId: summer });
    await emitEvent([attributed({ ...order, discountCodeId: winter, updatedAt: at(5) })]);
    await emitEvent([attributed({ ...order, updatedAt: at(4) })]);
    expect(await counts()).toEqual([0, 1]);
  });

  it("ignores orders of a deleted code", async () => {
    const order = orderOf({ discountCodeId: summer });
    await deleteCode(client, summer);
    await emitEvent([attributed(order)]);
    await emitEvent([attributed({ ...order, discountCodeId: winter, updatedAt: at(1) })]);
    expect(await counts()).toEqual([undefined, 1]);
  });

  it("is published when it changed, with the same updatedAt", async () => {
    const { updatedAt } = (await getCode(client, summer)) ?? {};
    await emitEvent([1, 2, 3].map(() => attributed(orderOf({ discountCodeId: summer }))));
    const updates = await emittedCodes();
    expect(updates.at(-1)).toMatchObject({ rowId: summer, usageCount: 3, updatedAt });
    expect(new Set(updates.flatMap(({ changed }) => changed))).toEqual(new Set(["usageCount", "isExhausted"]));
    expect(updates.filter(({ changed }) => changed.includes("isExhausted"))).toHaveLength(1);
    expect(updates.length).toBeLessThanOrEqual(3);
  });
});

describe("many orders at once, on two replicas whose database sessions are killed repeatedly", () => {
  const many = Number(process.env.USAGE_EVENTS ?? 5_000);
  const endOthers = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> user";
  const endSessions = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const known = await counted();
      await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(known), { ...polling, interval: 1 });
      await fixture.admin.query(endOthers);
    }
  };
  const counted = async () => Number((await fixture.admin.query("SELECT count(*) FROM order_usages")).rows[0].count);

  it(`are counted exactly: ${many} events, some repeated, with few code events`, async () => {
    const codes = [summer, winter, ...(await Promise.all(Array.from({ length: 18 }, () => createCode(client)))).map(({ rowId }) => rowId)];
    const orders = Array.from({ length: many }, (_, index) => orderOf({ discountCodeId: codes[index % codes.length] ?? null }));
    const events = orders.map(attributed);
    const began = performance.now();
    await Promise.all([emitEvent(events), endSessions(3)]);
    const took = performance.now() - began;
    await emitEvent(
      events.filter((_, index) => index % 7 === 0),
      true,
    );
    const found = await Promise.all(codes.map(async (id) => (await getCode(client, id))?.usageCount));
    const expected = codes.map((_, place) => orders.filter((_, index) => index % codes.length === place).length);
    expect(found).toEqual(expected);
    const updates = await emittedCodes();
    process.stdout.write(
      `${many} events of orders counted in ${(took / 1_000).toFixed(1)} s, published in ${updates.length} events of codes\n`,
    );
    expect(updates.length).toBeLessThan(many / 2);
  }, 1_200_000);
});
