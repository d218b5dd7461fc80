import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, deliver, deliverLong, sendRecords, sentOrder, streamRecords } from "../../testing/send.js";

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

const list = () => client.data("{ list_orders(first: 1) { nodes { rowId } } }", {});

describe("many streams of one connection", () => {
  it("are ingested completely, without blocking others' records and reads", async () => {
    const streams = Array.from({ length: 24 }, () =>
      streamRecords(
        fixture,
        client,
        "orders",
        Array.from({ length: 600 }, () => sentOrder({ visitorId: newId() })),
        { connectionId },
      ),
    );
    const other = await addConnection(fixture, client);
    let isOver = false;
    const all = Promise.all(streams).finally(() => {
      isOver = true;
    });
    const outcomes: unknown[] = [];
    while (!isOver) {
      expect(await list()).toMatchObject({ list_orders: { nodes: expect.any(Array) } });
      const { results } = await sendRecords(fixture, client, "orders", [sentOrder()], { connectionId: other });
      outcomes.push(results[0]?.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(["accepted"]));
    for (const { errors, results } of await all) {
      expect(errors).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === "accepted")).toHaveLength(600);
    }
  });

  it("beyond the workspace's share are rejected with Retry-After until one ends", async () => {
    const { inside, end } = await idleStreams(client, connectionId, 64);
    const refused = await deliver(fixture, client, "orders", lineThen(Promise.resolve()), { connectionId });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    end();
    for (const answer of inside) expect(await answer.json()).toMatchObject({ results: [{ outcome: "accepted" }] });
    await vi.waitFor(
      async () => expect((await streamRecords(fixture, client, "orders", [sentOrder()], { connectionId })).status).toBe(200),
      polling,
    );
  });
});

it("an order does not wait for another order of its connection", async () => {
  const [locked, free] = ["locked", "free"].map((externalRef) => sentOrder({ externalRef }));
  await sendRecords(fixture, client, "orders", [locked], { connectionId });
  try {
    await fixture.admin.query("BEGIN");
    await fixture.admin.query("SELECT 1 FROM orders WHERE workspace_id = $1 AND external_ref = 'locked' FOR UPDATE", [client.workspaceId]);
    const waiting = sendRecords(fixture, client, "orders", [{ ...locked, totalPrice: "99.00" }], { connectionId });
    // The column `database` of pg_locks is null for a wait for a row, so this query finds waits for the transaction of `admin`.
    const waits = "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    await expect.poll(async () => (await fixture.admin.query(waits)).rowCount, polling).toBeGreaterThan(0);
    const { results } = await sendRecords(fixture, client, "orders", [free], { connectionId });
    expect(results[0]?.outcome).toBe("accepted");
    await fixture.admin.query("COMMIT");
    expect((await waiting).results).toHaveLength(1);
  } finally {
    await fixture.admin.query("ROLLBACK");
  }
});

/** Yields a line, and ends when `ended` resolves. */
async function* lineThen(ended: Promise<void>) {
  yield Buffer.from(`${JSON.stringify(sentOrder())}\n`);
  await ended;
}

async function idleStreams(of: Client, connection: string, count: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const open = () => deliver(fixture, of, "orders", lineThen(ended), { connectionId: connection });
  return { inside: await Promise.all(Array.from({ length: count }, open)), end };
}

/** Announces a JSON body of `length` bytes, but sends only a part. Returns a function that disconnects. */
async function announced(of: Client, connection: string, length: number): Promise<() => void> {
  async function* body(hold: Promise<void>) {
    yield Buffer.from('{"records":[');
    await hold;
  }
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const headers = { "content-type": "application/json", "content-length": String(length) };
  const sending = deliverLong(fixture, of, "orders", body(left), { connectionId: connection, headers }).catch(() => undefined);
  void sending;
  return leave;
}

describe("workspaces that send concurrently", () => {
  const accepted = (of: Client, connection: string) =>
    Promise.all([
      sendRecords(fixture, of, "orders", [sentOrder()], { connectionId: connection }),
      streamRecords(fixture, of, "orders", [sentOrder()], { connectionId: connection }),
    ]).then((answers) => answers.map(({ status, results }) => [status, results[0]?.outcome]));

  it("are not rejected because of another's announced but unsent body", async () => {
    const leaves = await Promise.all(Array.from({ length: 40 }, () => announced(client, connectionId, 8 * 1024 * 1024)));
    const other = fixture.client();
    const others = await addConnection(fixture, other);
    for (let round = 0; round < 5; round++)
      expect(await accepted(other, others)).toEqual([
        [200, "accepted"],
        [200, "accepted"],
      ]);
    expect((await accepted(client, connectionId)).map(([status]) => status)).toEqual([200, 200]);
    for (const leave of leaves) leave();
  });
  it("are not rejected because of others' idle streams at their full share", async () => {
    const crowds = [];
    for (let index = 0; index < 3; index++) {
      const crowd = fixture.client();
      crowds.push(await idleStreams(crowd, await addConnection(fixture, crowd), 70));
    }
    for (const { inside } of crowds) {
      const admitted = inside.filter(({ status }) => status === 200).length;
      expect([admitted > 10, admitted < 70], `${admitted} streams`).toEqual([true, true]);
    }
    expect(await accepted(client, connectionId)).toEqual([
      [200, "accepted"],
      [200, "accepted"],
    ]);
    for (const { end, inside } of crowds) {
      end();
      for (const answer of inside) await answer.text();
    }
  });
});
