import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BulkWrites } from "@offergraph/service/outbox/bulk-writes";
import { startService } from "@offergraph/service/subgraph/run";
import { BatchSizes } from "@offergraph/service/tx/batch-sizes";
import { newId } from "@offergraph/shared/time/ids";
import { startProxy } from "@offergraph/testkit/proxy";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, type Mock, onTestFinished, vi } from "vitest";
import { service } from "../../service.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { startIngestReplica } from "../../testing/ingest-replica.js";
import { type Draw, drawOf } from "../../testing/random.js";
import { addConnection, deliver, deliverLong, sendRecords, sentCheckout, sentOrder, streamRecords } from "../../testing/send.js";

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
const rowsOf = async (text: string) => (await fixture.admin.query(text, [client.workspaceId])).rows;
const countOrders = async () => Number((await rowsOf("SELECT count(*) FROM orders WHERE workspace_id = $1"))[0]?.count);

const newline = 0x0a;

type Version = { kind: "orders" | "checkouts"; record: Record<string, unknown> };

/** Versions of orders and checkouts. Some versions have equal times or content. The checkouts are too recent to be abandoned. */
function versionsOf(draw: Draw): Version[] {
  const time = () => `2026-06-01T0${draw(6)}:00:00Z`;
  return Array.from({ length: 120 }, () => {
    const [externalRef, providerUpdatedAt] = [`ref-${draw(12)}`, time()];
    if (draw(3) === 0) {
      const order = draw(2) === 0 ? { orderExternalRef: `ref-${draw(12)}` } : {};
      return {
        kind: "checkouts",
        record: sentCheckout({ externalRef, providerUpdatedAt, stage: draw(2) === 0 ? "CART" : "CHECKOUT", ...order }),
      };
    }
    const [totalPrice, custom] = [`${draw(4)}`, draw(2) === 0 ? { n: draw(2) } : null];
    return { kind: "orders", record: sentOrder({ externalRef, providerUpdatedAt, totalPrice, custom, discountCodes: [`C${draw(3)}`] }) };
  });
}

function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const all = [...items];
  for (let place = all.length - 1; place > 0; place--) {
    const other = draw(place + 1);
    [all[place], all[other]] = [all[other] as Item, all[place] as Item];
  }
  return all;
}

/** Reads the stored rows without ids and write times. */
async function state(): Promise<unknown> {
  const orders = await rowsOf(`SELECT o.external_ref, o.provider_updated_at, o.total_price, o.version_hash,
      (SELECT array_agg(n.name_key) FROM order_code_names n WHERE n.order_id = o.row_id) AS names,
      (SELECT a.content FROM order_customs a WHERE a.order_id = o.row_id) AS custom,
      (SELECT v.native_total_price FROM order_reported v WHERE v.order_id = o.row_id) AS reported
    FROM orders o WHERE o.workspace_id = $1 ORDER BY 1`);
  const checkouts =
    await rowsOf(`SELECT c.external_ref, c.provider_updated_at, c.stage, c.status, c.order_external_ref, o.external_ref AS order
    FROM checkouts c LEFT JOIN orders o ON o.row_id = c.order_id WHERE c.workspace_id = $1 ORDER BY 1`);
  return { orders, checkouts };
}

describe("versions in any order", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "result in the same state as in chronological order, and change nothing if repeated (seed %i)",
    async (seed) => {
      const draw = drawOf(seed);
      const versions = versionsOf(draw);
      const inOrder = [...versions].sort((one, other) =>
        String(one.record.providerUpdatedAt) < String(other.record.providerUpdatedAt) ? -1 : 1,
      );
      const states = [];
      for (const order of [inOrder, shuffled(versions, draw), shuffled([...versions, ...versions], draw)]) {
        client = fixture.client();
        connectionId = await addConnection(fixture, client);
        for (let rest = order; rest.length > 0; ) {
          const some = rest.slice(0, 1 + draw(30));
          rest = rest.slice(some.length);
          for (const kind of shuffled(["orders", "checkouts"] as const, draw)) {
            const records = some.filter((version) => version.kind === kind).map(({ record }) => record);
            await sendRecords(fixture, client, kind, records, { connectionId });
          }
        }
        states.push(await state());
        const emitted = (await client.events()).length;
        for (const { kind, record } of versions) {
          const { results } = await sendRecords(fixture, client, kind, [record], { connectionId });
          expect(results[0]?.outcome).toMatch(/^(unchanged|stale)$/);
        }
        expect((await client.events()).length).toBe(emitted);
      }
      expect(states[1]).toEqual(states[0]);
      expect(states[2]).toEqual(states[0]);
    },
  );
});

describe("two concurrent streams", () => {
  it("ingest each record once, with one event", async () => {
    const orders = Array.from({ length: 1_200 }, () => sentOrder());
    const both = await Promise.all(
      [orders, [...orders].reverse()].map((all) => streamRecords(fixture, client, "orders", all, { connectionId })),
    );
    const outcomes = both.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1_200);
    expect(outcomes.filter((outcome) => outcome === "unchanged")).toHaveLength(1_200);
    expect((await client.events()).filter(({ what }) => what === "order.placed")).toHaveLength(1_200);
  });
});

/** Starts a replica that does not end a batch early if the machine pauses between two records. */
async function startPatient(): Promise<Fixture> {
  const replica = await startIngestReplica(fixture, () => ({ idleMs: polling.timeout }));
  onTestFinished(() => replica.running.stop());
  return replica;
}

describe("a stream", () => {
  it("that is slow gets results without waiting for more records", async () => {
    let more: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      more = resolve;
    });
    async function* slow() {
      yield `${JSON.stringify(sentOrder())}\n`;
      await waited;
      yield JSON.stringify(sentOrder());
    }
    const answer = await deliver(fixture, client, "orders", slow(), { connectionId, headers: { accept: "application/x-ndjson" } });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const heard = async () => Buffer.from((await reader.read()).value ?? []).toString();
    expect(JSON.parse(await heard())).toMatchObject({ index: 0, outcome: "accepted" });
    expect(await countOrders()).toBe(1);
    more();
    expect(JSON.parse(await heard())).toMatchObject({ index: 1, outcome: "accepted" });
  });
  it("that is interrupted keeps complete records, and continues if sent again", async () => {
    const orders = Array.from({ length: 1_300 }, () => sentOrder());
    const leaving = new AbortController();
    async function* broken() {
      for (const order of orders.slice(0, 1_000)) yield `${JSON.stringify(order)}\n`;
      yield JSON.stringify(orders[1_000]).slice(0, 50);
      await new Promise((_resolve, reject) => leaving.signal.addEventListener("abort", () => reject(new Error("The sender is gone."))));
    }
    const answer = await deliver(fixture, client, "orders", broken(), { connectionId, headers: { accept: "application/x-ndjson" } });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    while (text.trim().split("\n").length < 1_000) text += Buffer.from((await reader.read()).value ?? []).toString();
    leaving.abort();
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return;
      })(),
    ).rejects.toThrow();
    expect(await countOrders()).toBe(1_000);
    const again = await streamRecords(fixture, client, "orders", orders, { connectionId });
    const outcomes = again.results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(1_000).fill("unchanged"), ...Array(300).fill("accepted")]);
  });
  it("is written in batches of the size that the workspace may use at present", async () => {
    const sizes = vi.spyOn(BatchSizes.prototype, "of").mockReturnValue(10);
    onTestFinished(() => sizes.mockRestore());
    const orders = Array.from({ length: 35 }, () => sentOrder());
    await streamRecords(await startPatient(), client, "orders", orders, { connectionId });
    const written = await rowsOf("SELECT count(*)::int AS count FROM orders WHERE workspace_id = $1 GROUP BY xmin ORDER BY 1");
    expect(written.map(({ count }) => count)).toEqual([5, 10, 10, 10]);
    expect(sizes).toHaveBeenCalledWith(client.workspaceId);
  });
  it("with many orders is written in two lanes, and each order with its versions in one lane", async () => {
    const sizes = vi.spyOn(BatchSizes.prototype, "of").mockReturnValue(200);
    onTestFinished(() => sizes.mockRestore());
    const first = Array.from({ length: 200 }, (_, place) => sentOrder({ externalRef: `ref-${place}` }));
    const second = first.map((order) => ({ ...order, providerUpdatedAt: "2026-06-02T00:00:00Z", totalPrice: "7" }));
    const { results } = await streamRecords(await startPatient(), client, "orders", [...first, ...second], { connectionId });
    expect(results.map(({ index, outcome }) => [index, outcome])).toEqual([...first, ...second].map((_, index) => [index, "accepted"]));
    const written = await rowsOf(
      "SELECT count(*)::int AS count, bool_and(total_price = 70000) AS newest FROM orders WHERE workspace_id = $1 GROUP BY xmin, hashtext(external_ref) & 1",
    );
    expect(written.map(({ newest }) => newest)).toEqual([true, true]);
    const transactions = await rowsOf("SELECT DISTINCT xmin FROM orders WHERE workspace_id = $1");
    expect(transactions).toHaveLength(2);
  });
  it("is a bulk write after 50 records, until its end", async () => {
    const ends: Mock[] = [];
    const begin = vi.spyOn(BulkWrites.prototype, "begin").mockImplementation(() => {
      const end = vi.fn();
      ends.push(end);
      return end;
    });
    onTestFinished(() => begin.mockRestore());
    const orders = Array.from({ length: 51 }, () => sentOrder());
    await streamRecords(fixture, client, "orders", orders.slice(0, 50), { connectionId });
    expect(ends).toHaveLength(0);
    await streamRecords(fixture, client, "orders", orders, { connectionId });
    expect(begin.mock.calls).toEqual([[client.workspaceId]]);
    await vi.waitFor(() => expect(ends[0]).toHaveBeenCalled(), polling);
  });
  it("of hundreds of megabytes takes no more memory than a short one", async () => {
    const long = "x".repeat(20_000);
    const bad = `${JSON.stringify({ ...sentOrder({ custom: { long } }), totalPrice: 1 })}\n`;
    const records = 10_000;
    // The measurement must count only live objects.
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const inUse = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = inUse();
    let most = 0;
    const chunk = Buffer.from(bad.repeat(10));
    async function* endless() {
      for (let sent = 0; sent < records; sent += 10) yield chunk;
    }
    const answer = await deliverLong(fixture, client, "orders", endless(), { connectionId, headers: { accept: "application/x-ndjson" } });
    let answered = 0;
    let measured = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      answered += part.filter((byte) => byte === newline).length;
      // A measurement takes long, because it collects the garbage of all tests of the worker.
      if (answered < measured + records / 20) continue;
      measured = answered;
      most = Math.max(most, inUse());
    }
    expect(records * bad.length).toBeGreaterThan(200_000_000);
    expect(answered).toBe(records);
    expect(most - before).toBeLessThan(60 * 1024 * 1024);
  });
  it("ends with an error without database details if the database fails", async () => {
    const proxy = await startProxy(fixture.connectionString);
    const throughProxy = Object.assign(new URL(fixture.connectionString), { host: new URL(proxy.url).host });
    const replica = await startService(service, { ...fixture.environment, DATABASE_URL: throughProxy.href }, fixture.clock);
    onTestFinished(async () => {
      await replica.stop();
      await proxy.close();
    });
    const elsewhere = { ...fixture, running: replica };
    async function* lines() {
      yield `${JSON.stringify(sentOrder())}\n`;
      await vi.waitFor(async () => expect(await countOrders()).toBe(1), polling);
      proxy.cut();
      yield `${JSON.stringify(sentOrder())}\n`;
    }
    const answer = await deliver(elsewhere, client, "orders", lines(), { connectionId });
    const { results, errors } = (await answer.json()) as { results: unknown[]; errors: { message: string; extensions: object }[] };
    expect(results).toHaveLength(1);
    expect(errors).toMatchObject([{ extensions: { code: "INTERNAL_SERVER_ERROR", requestId: expect.any(String) } }]);
    expect(JSON.stringify(errors)).not.toMatch(/pool|postgres|Error:/);
  });
});

describe("a connection's records", () => {
  it("do not wait for other connections", async () => {
    const other = await addConnection(fixture, client);
    const [mine, theirs] = await Promise.all(
      [connectionId, other].map((id) =>
        sendRecords(fixture, client, "orders", [sentOrder({ externalRef: "1", visitorId: newId() })], { connectionId: id }),
      ),
    );
    expect([mine?.results[0]?.outcome, theirs?.results[0]?.outcome]).toEqual(["accepted", "accepted"]);
  });
});
