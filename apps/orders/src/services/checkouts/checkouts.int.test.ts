import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { lockLinks } from "../../db/link-checkouts.js";
import { checkoutStatuses } from "../../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addCheckout, addOrder } from "../../testing/orders.js";
import { addConnection, sendRecords, sentCheckout, sentOrder } from "../../testing/send.js";
import type { Tx } from "../../tx.js";
import { linkCheckouts, linkOrders } from "./link-checkouts.js";
import { checkoutKind } from "./write-checkouts.js";

const minutes = 60_000;
const connection = newId();

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { CHECKOUT_ABANDONED_AFTER_MINUTES: "60" });
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const write = <Result>(effect: (tx: Tx<(typeof checkoutKind.emits)[number]>) => Promise<Result>) =>
  fixture.running.parts.database.transaction({ workspaceId: client.workspaceId, emits: checkoutKind.emits }, effect);
const checkoutsCame = (...changes: { rowId: string; before: number | null }[]) =>
  write(async (tx) => {
    await lockLinks(tx, "checkouts");
    const ids = changes.map(({ rowId }) => rowId);
    await linkCheckouts(tx, ids, new Map(changes.flatMap(({ rowId, before }) => (before === null ? [] : [[rowId, { status: before }]]))));
  });
const ordersCame = (...ids: string[]) => write((one) => linkOrders(one, ids));
const ordinal = (status: (typeof checkoutStatuses)[number]) => checkoutStatuses.indexOf(status);

/** Ingests a checkout that references this order. */
async function addOpen(orderRef: string | null = null): Promise<string> {
  const id = await addCheckout(fixture, client, { connection_id: connection, order_external_ref: orderRef });
  await checkoutsCame({ rowId: id, before: null });
  return id;
}

const orderOf = (externalRef: string, connectionId = connection) =>
  addOrder(fixture, client, { connection_id: connectionId, external_ref: externalRef });
const checkouts = async (): Promise<Record<string, [string, string | null]>> => {
  const { list } = await client.data<{ list: { nodes: { rowId: string; status: string; order: { rowId: string } | null }[] } }>(
    "{ list: list_checkouts(first: 1000) { nodes { rowId status order { rowId } } } }",
  );
  return Object.fromEntries(list.nodes.map(({ rowId, status, order }) => [rowId, [status, order?.rowId ?? null]]));
};
const emitted = async () => (await client.events()).map(({ what, recordId }) => [what, recordId]);

/** Waits until the jobs have processed all due checkouts. */
const jobsDone = () =>
  vi.waitFor(async () => {
    const since = new Date(fixture.clock.now().getTime() - 60 * minutes);
    expect((await fixture.admin.query("SELECT FROM open_checkouts WHERE provider_updated_at <= $1", [since])).rowCount).toBe(0);
  }, polling);

describe("a checkout and its order", () => {
  it("match if the order arrives second: the checkout is converted, with one event", async () => {
    const [checkout, other] = [await addOpen("1001"), await addOpen("1002")];
    const order = await orderOf("1001");
    await ordersCame(order);
    await ordersCame(order);
    expect(await checkouts()).toEqual({ [checkout]: ["CONVERTED", order], [other]: ["OPEN", null] });
    expect(await emitted()).toEqual([["checkout.converted", checkout]]);
    const { summary } = await client.data<{ summary: object }>("{ summary: get_checkouts_summary { total open converted abandoned } }");
    expect(summary).toEqual({ total: 2, open: 1, converted: 1, abandoned: 0 });
  });

  it("have monotonic times, also if the clock of the checkout's replica is ahead", async () => {
    const connectionId = await addConnection(fixture, client);
    const ahead = new Date(fixture.clock.now().getTime() + 60 * minutes);
    const checkout = sentCheckout({ orderExternalRef: "1001", externalRef: "c1" });
    const send = (kind: "orders" | "checkouts", record: object) => sendRecords(fixture, client, kind, [record], { connectionId });
    const setAhead = () => fixture.admin.query("UPDATE checkouts SET updated_at = $2 WHERE workspace_id = $1", [client.workspaceId, ahead]);
    const times = async () =>
      (await fixture.admin.query("SELECT updated_at AS at FROM checkouts WHERE workspace_id = $1", [client.workspaceId])).rows;
    await send("checkouts", checkout);
    await setAhead();
    await send("checkouts", { ...checkout, stage: "PAYMENT", providerUpdatedAt: "2026-05-01T13:00:00Z" });
    expect(await times()).toEqual([{ at: ahead }]);
    await send("checkouts", { ...checkout, status: "CONVERTED", providerUpdatedAt: "2026-05-01T11:00:00Z" });
    expect(await times()).toEqual([{ at: ahead }]);
    await send("orders", sentOrder({ externalRef: "1001" }));
    expect(await times()).toEqual([{ at: ahead }]);
  });

  it("match if the checkout arrives second", async () => {
    const order = await orderOf("1001");
    await ordersCame(order);
    const checkout = await addOpen("1001");
    expect(await checkouts()).toEqual({ [checkout]: ["CONVERTED", order] });
    expect(await emitted()).toEqual([["checkout.converted", checkout]]);
  });

  it("match only within one connection", async () => {
    const checkout = await addOpen("1001");
    await ordersCame(await orderOf("1001", newId()));
    expect(await checkouts()).toEqual({ [checkout]: ["OPEN", null] });
  });

  it("match if both arrive concurrently, with one event", async () => {
    const connectionId = await addConnection(fixture, client);
    const refs = Array.from({ length: 20 }, (_, index) => `at-once-${index}`);
    const options = { connectionId };
    await Promise.all(
      refs.flatMap((ref) => [
        sendRecords(fixture, client, "checkouts", [sentCheckout({ orderExternalRef: ref })], options),
        sendRecords(fixture, client, "orders", [sentOrder({ externalRef: ref })], options),
      ]),
    );
    expect(Object.values(await checkouts()).map(([status]) => status)).toEqual(refs.map(() => "CONVERTED"));
    expect((await emitted()).filter(([what]) => what === "checkout.converted")).toHaveLength(refs.length);
  });

  it("stay linked if the store sends the checkout again as open; no event is emitted", async () => {
    const order = await orderOf("1001");
    const checkout = await addOpen("1001");
    await fixture.admin.query("UPDATE checkouts SET status = $2 WHERE row_id = $1", [checkout, ordinal("OPEN")]);
    await checkoutsCame({ rowId: checkout, before: ordinal("CONVERTED") });
    expect(await checkouts()).toEqual({ [checkout]: ["CONVERTED", order] });
    expect(await emitted()).toHaveLength(1);
  });
});

describe("a checkout that became an order", () => {
  const at = (minute: number) => `2026-05-01T12:0${minute}:00Z`;
  const naming = { externalRef: "c", providerUpdatedAt: at(0), orderExternalRef: "1001" };
  const later = [
    { externalRef: "c", providerUpdatedAt: at(1), status: "OPEN" },
    { externalRef: "c", providerUpdatedAt: at(2), status: "ABANDONED", stage: "CHECKOUT" },
  ];

  it("stays converted and linked, with one event, in any order of arrival, also concurrently", async () => {
    const records = [naming, ...later].map((changes) => ["checkouts", sentCheckout(changes)] as const);
    const placed = ["orders", sentOrder({ externalRef: "1001" })] as const;
    const [first, second, third] = records as [(typeof records)[0], (typeof records)[0], (typeof records)[0]];
    const arrivals = [
      [placed, first, second, third],
      [third, second, first, placed],
      [second, placed, third, first],
      [first, third, placed, second],
    ];
    for (const arrival of arrivals) {
      client = fixture.client();
      const connectionId = await addConnection(fixture, client);
      for (const [kind, record] of arrival) await sendRecords(fixture, client, kind, [record], { connectionId });
      expect(Object.values(await checkouts())).toEqual([["CONVERTED", expect.any(String)]]);
      expect((await emitted()).filter(([what]) => what === "checkout.converted")).toHaveLength(1);
    }
    client = fixture.client();
    const connectionId = await addConnection(fixture, client);
    await sendRecords(fixture, client, "orders", [sentOrder({ externalRef: "1001" })], { connectionId });
    await sendRecords(fixture, client, "checkouts", [naming, ...later].map(sentCheckout), { connectionId });
    expect(Object.values(await checkouts())).toEqual([["CONVERTED", expect.any(String)]]);
  });

  it("stays converted if its store sent that status", async () => {
    const connectionId = await addConnection(fixture, client);
    const said = { externalRef: "c", providerUpdatedAt: at(0), status: "CONVERTED" };
    for (const version of [said, ...later]) await sendRecords(fixture, client, "checkouts", [sentCheckout(version)], { connectionId });
    expect(Object.values(await checkouts())).toEqual([["CONVERTED", null]]);
  });
});

describe("an open checkout", () => {
  it("is abandoned without an update for the configured time, once over two replicas", async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, () => addOpen()));
    const again = { rowId: ids[0] ?? "", before: ordinal("OPEN") };
    fixture.clock.advance(59 * minutes);
    await jobsDone();
    expect(await emitted()).toEqual([]);
    await fixture.admin.query("UPDATE checkouts SET provider_updated_at = $2 WHERE row_id = $1", [again.rowId, fixture.clock.now()]);
    await checkoutsCame(again);
    fixture.clock.advance(minutes);
    await jobsDone();
    const late = ids.slice(1);
    expect((await emitted()).sort()).toEqual(late.map((id) => ["checkout.abandoned", id]).sort());
    expect(await checkouts()).toEqual({
      [again.rowId]: ["OPEN", null],
      ...Object.fromEntries(late.map((id) => [id, ["ABANDONED", null]])),
    });
  });

  it("can be converted after it was abandoned", async () => {
    const checkout = await addOpen("1001");
    fixture.clock.advance(60 * minutes);
    await jobsDone();
    const order = await orderOf("1001");
    await ordersCame(order);
    expect(await checkouts()).toEqual({ [checkout]: ["CONVERTED", order] });
    expect(await emitted()).toEqual([
      ["checkout.abandoned", checkout],
      ["checkout.converted", checkout],
    ]);
  });

  it("is not abandoned once it is converted", async () => {
    await ordersCame(await orderOf("1001"));
    await addOpen("1001");
    fixture.clock.advance(24 * 60 * minutes);
    await jobsDone();
    expect((await emitted()).map(([what]) => what)).toEqual(["checkout.converted"]);
  });

  it("emits the event of a status that its store sends", async () => {
    for (const status of ["ABANDONED", "CONVERTED"] as const) {
      const id = await addCheckout(fixture, client, { status: ordinal(status) });
      await checkoutsCame({ rowId: id, before: null });
      await checkoutsCame({ rowId: id, before: ordinal(status) });
    }
    expect((await emitted()).map(([what]) => what)).toEqual(["checkout.abandoned", "checkout.converted"]);
  });
});
