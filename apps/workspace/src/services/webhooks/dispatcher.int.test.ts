import { grantCodeRetired, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { orderRefunded } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsReadPrepared } from "@offergraph/testkit/rows-read";
import { polling } from "@offergraph/testkit/timeouts";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { dueStatement } from "../../db/webhook-queue.js";
import { type Receiver, startReceiver } from "../../testing/receiver.js";
import { startWebhookFixture, type WebhookFixture, type WebhookWorkspace, webhookWorkspace } from "../../testing/webhooks.js";

const hourMs = 3_600_000;
const tagType = tagRecolored.subject;

let fixture: WebhookFixture;
let mine: WebhookWorkspace;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await startWebhookFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  mine = await webhookWorkspace(fixture);
  receiver = await startReceiver();
});
afterEach(() => receiver.die());

/** Emits an event about a tag. The tag's name is the number of the event. */
const emit = (record: string, number = 0) =>
  fixture.publish(tagRecolored, mine.workspaceId, record, { name: String(number), color: "red" });
const create = async (input: object = {}) => {
  const made = await mine.create({ url: receiver.url, eventTypes: [tagType], ...input });
  receiver.secret = made.secret;
  return made;
};
const eventually = (check: () => Promise<void>) => vi.waitFor(check, polling);
const arrived = (count: number) => eventually(async () => expect(receiver.arrivals).toHaveLength(count));
const states = async () => (await mine.deliveries()).map(({ recordId, state, attempts }) => [recordId, state, attempts]);
const mutate = (name: string, type: string, input: object) =>
  mine.client.data<Record<string, { secret?: string; userErrors: object[] }>>(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${name.startsWith("rotate") ? "secret" : ""} userErrors { message } } }`,
    { variables: { input } },
  );

describe("a public event", () => {
  it("is sent with the payload of NATS and a signature of Standard Webhooks", async () => {
    const { id } = await create({ eventTypes: null });
    const eventId = await emit("spring", 7);
    await eventually(async () => expect(receiver.arrivals.some(({ event }) => event.id === eventId)).toBe(true));
    const { event, headers } = receiver.arrivals.find((one) => one.event.id === eventId) ?? {};
    expect(event).toEqual({
      specversion: "1.0",
      id: eventId,
      source: "/offergraph/discounts",
      type: tagType,
      subject: "spring",
      time: fixture.clock.now().toISOString(),
      datacontenttype: "application/json",
      workspaceid: mine.workspaceId,
      data: { name: "7", color: "red" },
    });
    expect(headers).toMatchObject({ "webhook-id": eventId, "content-type": "application/json", "user-agent": "Offergraph-Webhooks/1" });
    expect(receiver.rejected).toBe(0);
    await eventually(async () =>
      expect(await mine.deliveries({ eventId: { equalTo: eventId } })).toMatchObject([
        { endpointId: id, eventType: tagType, recordId: "spring", state: "DELIVERED", attempts: 1, lastStatus: 200, payload: event },
      ]),
    );
  });

  it("of the service itself is sent too", async () => {
    await create({ eventTypes: ["offergraph.workspace.member.added.v1"] });
    const memberId = await mine.add("MEMBER");
    // The endpoint may also receive the event of the workspace's first member, because the endpoint and the member have the same creation
    // time.
    const events = () => receiver.arrivals.map(({ event }) => event);
    await eventually(async () =>
      expect(events()).toContainEqual(expect.objectContaining({ subject: memberId, data: expect.objectContaining({ rowId: memberId }) })),
    );
  });

  it("is not sent for another type or workspace, from before the endpoint's creation, to a disabled endpoint, or if it is internal", async () => {
    const before = new Date(fixture.clock.now().getTime() - 1);
    await create();
    const other = await mine.create({ url: `${receiver.url}&other`, eventTypes: [orderRefunded.subject] });
    const off = await mine.create({ url: receiver.url, eventTypes: [tagType] });
    await mutate("update_webhook_endpoint", "UpdateWebhookEndpointInput", { endpointId: off.id, state: "DISABLED" });
    const stranger = await webhookWorkspace(fixture);
    const data = { name: "1", color: "red" } as const;
    fixture.publish(tagRecolored, mine.workspaceId, "early", data, before);
    fixture.publish(tagRecolored, stranger.workspaceId, "strange", data);
    const grantId = newId();
    const retired = { grantId, code: "A", discountCodeId: newId(), retiredAt: fixture.clock.now().toISOString() };
    fixture.publish(grantCodeRetired, mine.workspaceId, grantId, retired);
    await fixture.processed(await emit("mine"));
    await arrived(1);
    expect((await mine.deliveries()).map(({ recordId, endpointId }) => [recordId, endpointId === other.id])).toEqual([["mine", false]]);
  });
});

describe("a secret after a rotation", () => {
  it("signs next to the previous one for 24 hours, then alone", async () => {
    const { id, secret: old } = await create();
    const { rotate_webhook_secret: rotated } = await mutate("rotate_webhook_secret", "RotateWebhookSecretInput", { endpointId: id });
    const verify =
      (index: number, secret = "") =>
      () => {
        const { event, headers } = receiver.arrivals[index] ?? {};
        return new Webhook(secret).verify(JSON.stringify(event), headers as Record<string, string>);
      };
    await emit("spring");
    await arrived(1);
    expect(receiver.arrivals[0]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [old, rotated?.secret]) expect(verify(0, secret)).not.toThrow();
    fixture.clock.advance(24 * hourMs);
    receiver.secret = rotated?.secret;
    await emit("spring");
    await arrived(2);
    expect(receiver.arrivals[1]?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
    expect(verify(1, old)).toThrow();
  });
});

describe("a failed delivery", () => {
  it("is repeated after a pause, before later events of its record, and delays no other record", async () => {
    await create();
    receiver.answer = ({ subject }) => (subject === "spring" ? 500 : 200);
    for (const [record, number] of [
      ["spring", 1],
      ["spring", 2],
      ["autumn", 3],
    ] as const)
      await emit(record, number);
    await eventually(async () =>
      expect((await states()).map((state) => state.join(" ")).sort()).toEqual([
        "autumn DELIVERED 1",
        "spring PENDING 0",
        "spring PENDING 1",
      ]),
    );
    const [first] = await mine.deliveries();
    expect(first).toMatchObject({ lastStatus: 500, lastError: "The endpoint responded with status 500." });
    const pause = new Date(first?.nextAttemptAt ?? 0).getTime() - fixture.clock.now().getTime();
    expect(pause).toBeGreaterThanOrEqual(5_000);
    expect(pause).toBeLessThanOrEqual(5_500);
    receiver.answer = () => 200;
    await emit("winter");
    await eventually(async () => expect((await states()).at(-1)).toEqual(["winter", "DELIVERED", 1]));
    expect((await states())[0]).toEqual(["spring", "PENDING", 1]);
    fixture.clock.advance(6_000);
    await eventually(async () => expect((await states()).every(([, state]) => state === "DELIVERED")).toBe(true));
    const ofSpring = receiver.arrivals.filter(({ event }) => event.subject === "spring").map(({ event }) => event.data);
    expect(ofSpring).toMatchObject([{ name: "1" }, { name: "1" }, { name: "2" }]);
  });

  it.each([
    ["a closed connection", "reset", "The connection to the endpoint was lost."],
    ["a redirect", 302, "The endpoint responded with status 302; redirects are not followed."],
  ] as const)("has the reason for %s", async (_what, answer, lastError) => {
    await create();
    receiver.answer = () => answer;
    await emit("spring");
    await eventually(async () => expect(await mine.deliveries()).toMatchObject([{ state: "PENDING", attempts: 1, lastError }]));
  });

  it("has the reason for no answer", async () => {
    const impatient = await startWebhookFixture(inject("adminUrl"), 400);
    onTestFinished(() => impatient.stop());
    const workspace = await webhookWorkspace(impatient);
    await workspace.create({ url: receiver.url, eventTypes: [tagType] });
    receiver.answer = () => "silence";
    impatient.publish(tagRecolored, workspace.workspaceId, "spring", { name: "0", color: "red" });
    const lastError = "The endpoint did not respond within 0.4 s.";
    await eventually(async () => expect(await workspace.deliveries()).toMatchObject([{ state: "PENDING", attempts: 1, lastError }]));
  });

  it("is due again when the endpoint succeeds after an outage", async () => {
    const { id } = await create();
    receiver.answer = () => 500;
    await emit("spring");
    for (const [index, advance] of [0, 6_000, 40_000, 150_000].entries()) {
      fixture.clock.advance(advance);
      await eventually(async () => expect(await mine.deliveries()).toMatchObject([{ attempts: index + 1 }]));
    }
    expect((await mine.endpoint(id))?.failingSince).not.toBeNull();
    receiver.answer = () => 204;
    await emit("autumn");
    await eventually(async () => expect((await states()).every(([, state]) => state === "DELIVERED")).toBe(true));
    expect((await mine.endpoint(id))?.failingSince).toBeNull();
  });

  it("is sent again by redeliver_webhook with the same id", async () => {
    await create();
    const eventId = await emit("spring");
    await eventually(async () => expect(await states()).toEqual([["spring", "DELIVERED", 1]]));
    const [delivery] = await mine.deliveries();
    await mutate("redeliver_webhook", "RedeliverWebhookInput", { deliveryIds: [delivery?.rowId] });
    await arrived(2);
    expect(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).toEqual([eventId, eventId]);
  });

  it("is not sent to a name of a forbidden address", async () => {
    await create();
    await fixture.admin.query("UPDATE webhook_endpoints SET url = 'http://169.254.169.254/' WHERE workspace_id = $1", [mine.workspaceId]);
    await emit("spring");
    const lastError = "The URL resolves to a forbidden address; only public and private addresses are allowed.";
    await eventually(async () => expect(await mine.deliveries()).toMatchObject([{ state: "PENDING", lastStatus: null, lastError }]));
  });
});

describe("a long queue behind one record", () => {
  const length = 20_000;
  /** Returns the number of rows that the dispatcher's statement processes, with statistics of the current queue. */
  const rowsRead = async (now: Date) => {
    await fixture.admin.query("ANALYZE webhook_queue");
    return countRowsReadPrepared(fixture.admin, dueStatement({ now, busy: [], inFlight: [], perEndpoint: 16 }));
  };
  /** Queues due events of a record. */
  const queueMany = (endpointId: string, record: string) =>
    fixture.admin.query(
      `WITH added AS (
        INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body)
        SELECT gen_random_uuid(), $1, $4, $4, $2, gen_random_uuid(), $5, $3, json_build_object('subject', $3::text, 'data', json_build_object('name', n))
        FROM generate_series(1, $6::integer) n RETURNING *)
      INSERT INTO webhook_queue (delivery_id, workspace_id, endpoint_id, record_id, next_attempt_at)
      SELECT row_id, workspace_id, endpoint_id, record_id, created_at FROM added ORDER BY (body::json->'data'->>'name')::integer`,
      [mine.workspaceId, endpointId, record, fixture.clock.now(), tagType, length],
    );

  it("is not read again at each poll, delays no other record or endpoint, and is sent in order later", async () => {
    const { id } = await create();
    receiver.answer = ({ subject }) => (subject === "spring" ? 500 : 200);
    await emit("spring", 0);
    await eventually(async () => expect(await states()).toEqual([["spring", "PENDING", 1]]));
    await queueMany(id, "spring");
    const other = await startReceiver();
    await mine.create({ url: other.url, eventTypes: [tagType] });
    await emit("autumn");
    await eventually(async () => expect(other.arrivals).toHaveLength(1));
    expect(await rowsRead(fixture.clock.now())).toBeLessThan(1_000);
    await eventually(async () => expect(receiver.arrivals.at(-1)?.event.subject).toBe("autumn"));
    const blocked = "SELECT count(*)::integer FROM webhook_queue WHERE endpoint_id = $1 AND is_blocked";
    await eventually(async () => expect((await fixture.admin.query(blocked, [id])).rows).toEqual([{ count: length }]));
    expect(await rowsRead(fixture.clock.now())).toBeLessThan(1_000);
    const whenFirstIsDue = new Date(fixture.clock.now().getTime() + hourMs);
    expect(await rowsRead(whenFirstIsDue)).toBeLessThan(1_000);

    const tail =
      "DELETE FROM webhook_queue WHERE endpoint_id = $1 AND sequence > (SELECT min(sequence) + 20 FROM webhook_queue WHERE endpoint_id = $1)";
    await fixture.admin.query(tail, [id]);
    receiver.answer = () => 200;
    fixture.clock.advance(6_000);
    await eventually(async () =>
      expect((await fixture.admin.query("SELECT FROM webhook_queue WHERE endpoint_id = $1", [id])).rowCount).toBe(0),
    );
    const numbers = receiver.arrivals.filter(({ event, accepted }) => event.subject === "spring" && accepted);
    expect(numbers.map(({ event }) => Number((event.data as { name: unknown }).name))).toEqual(Array.from({ length: 21 }, (_, n) => n));
    await other.die();
  });
});

describe("an endpoint", () => {
  const events = async () =>
    (await fixture.admin.query("SELECT event FROM outbox_events WHERE workspace_id = $1", [mine.workspaceId])).rows;
  /** Starts a receiver for the event that another endpoint was disabled. */
  const observe = async () => {
    const observer = await startReceiver();
    await mine.create({ url: observer.url, eventTypes: ["offergraph.workspace.webhook_endpoint.disabled.v1"] });
    return observer;
  };

  it("that responds with 410 is disabled with an event, and its pending deliveries fail", async () => {
    const observer = await observe();
    const { id } = await create();
    receiver.answer = () => 500;
    await emit("autumn");
    await eventually(async () => expect(await states()).toEqual([["autumn", "PENDING", 1]]));
    receiver.answer = () => 410;
    await emit("spring");
    await eventually(async () => expect(await mine.endpoint(id)).toMatchObject({ state: "DISABLED", disabledReason: "GONE" }));
    await eventually(async () => expect(observer.arrivals).toHaveLength(1));
    expect(observer.arrivals[0]?.event).toMatchObject({ subject: id, data: { rowId: id, state: "DISABLED", disabledReason: "GONE" } });
    const failed = await mine.deliveries({ endpointId: { equalTo: id } });
    expect(failed.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual(Array(2).fill(["FAILED", null]));
    await fixture.processed(await emit("summer"));
    expect(await mine.deliveries({ endpointId: { equalTo: id } })).toHaveLength(2);
    await observer.die();
    expect(await events()).toEqual([]);
  });

  it("that fails for three days is disabled with an event; the delivery has failed after its last attempt", async () => {
    const observer = await observe();
    const { id } = await create();
    receiver.answer = () => 503;
    await emit("spring");
    await eventually(async () => expect(receiver.arrivals).toHaveLength(1));
    for (let attempts = 2; (await mine.endpoint(id))?.state === "ENABLED"; attempts += 1) {
      expect(attempts).toBeLessThan(20);
      const [delivery] = await mine.deliveries({ endpointId: { equalTo: id } });
      if (delivery?.attempts !== attempts - 1 || delivery.nextAttemptAt === null) {
        await eventually(async () => {
          const [now] = await mine.deliveries({ endpointId: { equalTo: id } });
          expect(now?.attempts).toBe(attempts - 1);
        });
        attempts -= 1;
        continue;
      }
      fixture.clock.advance(new Date(delivery.nextAttemptAt).getTime() - fixture.clock.now().getTime());
      await eventually(async () => expect(receiver.arrivals).toHaveLength(attempts));
      await eventually(async () => expect((await mine.deliveries({ endpointId: { equalTo: id } }))[0]?.attempts).toBe(attempts));
    }
    expect(await mine.endpoint(id)).toMatchObject({ state: "DISABLED", disabledReason: "FAILING" });
    expect(await mine.deliveries({ endpointId: { equalTo: id } })).toMatchObject([{ state: "FAILED", lastStatus: 503 }]);
    await eventually(async () =>
      expect(observer.arrivals).toMatchObject([{ event: { subject: id, data: { disabledReason: "FAILING" } } }]),
    );
    await observer.die();
  });
});

describe("a delivery", () => {
  it("is deleted after 30 days, and a previous secret after its time", async () => {
    const { id } = await create();
    await emit("spring");
    await eventually(async () => expect(await states()).toEqual([["spring", "DELIVERED", 1]]));
    await mutate("rotate_webhook_secret", "RotateWebhookSecretInput", { endpointId: id });
    fixture.clock.advance(30 * 24 * hourMs + 1);
    const previous = "SELECT FROM webhook_endpoints WHERE row_id = $1 AND previous_secret IS NULL AND previous_secret_until IS NULL";
    await vi.waitFor(
      async () => {
        expect(await states()).toEqual([]);
        expect((await fixture.admin.query(previous, [id])).rowCount).toBe(1);
      },
      { ...polling, timeout: 30_000 },
    );
  });
});
