import { commandTx } from "@offergraph/service/tx/run-command";
import { webhookEndpointDisabled, webhookEndpointUpdated } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { addBacklog } from "../../db/webhook-backlogs.js";
import { serviceWith } from "../../service.js";
import { resumeDeliveries } from "../../services/webhooks/backlog.js";
import { limitPending } from "../../services/webhooks/disable.js";
import { changeEndpoint } from "../../services/webhooks/endpoints.js";
import { findOverLimit } from "../../services/webhooks/find-over-limit.js";
import { type Fixture, pathsOf, type UserError } from "../../testing/fixture.js";
import { type WebhookWorkspace, webhookWorkspace } from "../../testing/webhooks.js";

interface Answer {
  webhookEndpoint?: Record<string, unknown> | null;
  webhookDelivery?: Record<string, unknown> | null;
  webhookDeliveries?: Record<string, unknown>[] | null;
  secret?: string | null;
  deletedId?: string | null;
  userErrors: UserError[];
}

let fixture: Fixture;
let mine: WebhookWorkspace;
beforeAll(async () => {
  // The webhook dispatcher sends nothing during the test, because it polls once per hour.
  fixture = await startServiceFixture(serviceWith({ pollMs: 3_600_000 }), inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  mine = await webhookWorkspace(fixture);
});

const endpoint =
  "webhookEndpoint { rowId url description eventTypes state disabledReason failingSince previousSecretUntil createdAt updatedAt }";
const delivery = "rowId endpointId eventType recordId state attempts nextAttemptAt payload";
const selections: Record<string, string> = {
  create_webhook_endpoint: `${endpoint} secret`,
  update_webhook_endpoint: endpoint,
  delete_webhook_endpoint: "deletedId",
  rotate_webhook_secret: `${endpoint} secret`,
  redeliver_webhook: `webhookDeliveries { ${delivery} }`,
  send_test_webhook: `webhookDelivery { ${delivery} }`,
};
const inputOf = (name: string) => `${name.replace(/(^|_)([a-z])/g, (_all, _start, letter: string) => letter.toUpperCase())}Input`;

async function run(name: string, input: object, { workspace = mine, key }: { workspace?: WebhookWorkspace; key?: string } = {}) {
  const query = `mutation ($input: ${inputOf(name)}!) { ${name}(input: $input) { ${selections[name]} userErrors { field code message } } }`;
  const options = { variables: { input }, ...(key && { idempotencyKey: key }) };
  return (await workspace.client.data<Record<string, Answer>>(query, options))[name] as Answer;
}
const failures = async (name: string, input: object, workspace = mine) => pathsOf((await run(name, input, { workspace })).userErrors);
const url = "https://hooks.example.com/offergraph";
const ownEvents = async () => (await mine.events()).filter(({ what }) => what.startsWith("webhook_endpoint"));

describe("create_webhook_endpoint", () => {
  it("creates an endpoint once per Idempotency-Key, returns the secret once, and emits an event without URL and secret", async () => {
    const input = { url, description: "Shop", eventTypes: ["offergraph.orders.order.refunded.v1", "offergraph.orders.order.placed.v1"] };
    const { webhookEndpoint, secret } = await run("create_webhook_endpoint", input, { key: "one" });
    expect(webhookEndpoint).toMatchObject({ url, description: "Shop", eventTypes: [...input.eventTypes].sort(), state: "ENABLED" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await run("create_webhook_endpoint", input, { key: "one" })).toMatchObject({ webhookEndpoint, secret: null });
    const events = await ownEvents();
    expect(events).toMatchObject([{ what: "webhook_endpoint.created", recordId: webhookEndpoint?.rowId, data: { description: "Shop" } }]);
    expect(JSON.stringify(events)).not.toMatch(/hooks\.example|whsec/);
    const { rows } = await fixture.admin.query("SELECT secret FROM webhook_endpoints WHERE workspace_id = $1", [mine.workspaceId]);
    expect(rows).toEqual([{ secret: expect.stringMatching(/^v1\./) }]);
  });

  it("reports all errors at once and creates nothing", async () => {
    const input = {
      url: "http://127.0.0.1/",
      description: "x".repeat(1_001),
      eventTypes: ["offergraph.orders.order.placed.v1", "order.placed", "offergraph.incentives.grant.requested.v1"],
    };
    expect(await failures("create_webhook_endpoint", input)).toEqual([
      "input.description TOO_LONG",
      "input.eventTypes.1 INVALID",
      "input.eventTypes.2 INVALID",
      "input.url INVALID",
    ]);
    expect(await failures("create_webhook_endpoint", { url, eventTypes: [] })).toEqual(["input.eventTypes TOO_SHORT"]);
    for (const bad of [
      "http://shop.example/",
      "https://u:p@shop.example/",
      "https://10.0.0.1/",
      "https://169.254.169.254/",
      "ftp://a",
      "a",
    ])
      expect([bad, await failures("create_webhook_endpoint", { url: bad })]).toEqual([bad, ["input.url INVALID"]]);
    expect(await ownEvents()).toEqual([]);
  });

  it("creates at most 50 endpoints, also concurrently", async () => {
    const answers = await Promise.all(Array.from({ length: 53 }, () => run("create_webhook_endpoint", { url })));
    expect(answers.filter(({ webhookEndpoint }) => webhookEndpoint)).toHaveLength(50);
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(3).fill("input LIMIT_EXCEEDED"));
  });
});

describe("update_webhook_endpoint", () => {
  it("changes the given fields with an event, and emits none without a change", async () => {
    const { id } = await mine.create({ url, description: "Shop" });
    fixture.clock.advance(1_000);
    const input = { endpointId: id, url: `${url}/2`, description: null, state: "DISABLED" };
    const { webhookEndpoint } = await run("update_webhook_endpoint", input, { key: "once" });
    expect(webhookEndpoint).toMatchObject({ url: `${url}/2`, description: null, state: "DISABLED", disabledReason: "REQUESTED" });
    expect(webhookEndpoint?.updatedAt).not.toBe(webhookEndpoint?.createdAt);
    await run("update_webhook_endpoint", input, { key: "once" });
    await run("update_webhook_endpoint", input);
    const [, event, ...others] = await ownEvents();
    expect(event).toMatchObject({ what: "webhook_endpoint.updated", recordId: id });
    expect(new Set(event?.data.changed as string[])).toEqual(new Set(["description", "disabledReason", "state", "updatedAt", "url"]));
    expect(others).toEqual([]);
    const enabled = await run("update_webhook_endpoint", { endpointId: id, state: "ENABLED", eventTypes: null });
    expect(enabled.webhookEndpoint).toMatchObject({ state: "ENABLED", disabledReason: null, eventTypes: null });
  });

  it("ends pending deliveries when the endpoint is disabled", async () => {
    const { id } = await mine.create({ url });
    await run("send_test_webhook", { endpointId: id });
    await run("update_webhook_endpoint", { endpointId: id, state: "DISABLED" });
    expect(await mine.deliveries()).toMatchObject([{ state: "FAILED", nextAttemptAt: null, lastError: "The endpoint was disabled." }]);
  });

  it("reports all errors at once and changes nothing", async () => {
    const { id } = await mine.create({ url });
    const input = { url: "https://localhost/", eventTypes: ["no"], description: "x".repeat(1_001) };
    const all = ["input.description TOO_LONG", "input.eventTypes.0 INVALID", "input.url INVALID"];
    expect(await failures("update_webhook_endpoint", { endpointId: id, ...input })).toEqual(all);
    expect(await failures("update_webhook_endpoint", { endpointId: newId(), ...input })).toEqual([
      "input.description TOO_LONG",
      "input.endpointId NOT_FOUND",
      ...all.slice(1),
    ]);
    expect(await ownEvents()).toHaveLength(1);
  });
});

describe("delete_webhook_endpoint", () => {
  it("deletes the endpoint with its deliveries and emits an event", async () => {
    const { id } = await mine.create({ url });
    await run("send_test_webhook", { endpointId: id });
    expect((await run("delete_webhook_endpoint", { endpointId: id }, { key: "once" })).deletedId).toBe(id);
    expect((await run("delete_webhook_endpoint", { endpointId: id }, { key: "once" })).userErrors).toEqual([]);
    expect(await failures("delete_webhook_endpoint", { endpointId: id })).toEqual(["input.endpointId NOT_FOUND"]);
    expect(await mine.endpoint(id)).toBeUndefined();
    expect(await mine.deliveries()).toEqual([]);
    const { rowCount } = await fixture.admin.query("SELECT FROM webhook_queue WHERE endpoint_id = $1", [id]);
    expect(rowCount).toBe(0);
    expect((await ownEvents()).map(({ what }) => what.split(".")[1])).toEqual(["created", "tested", "deleted"]);
  });
});

describe("rotate_webhook_secret", () => {
  it("returns a new secret once and keeps the old one for 24 hours", async () => {
    const { id, secret: old } = await mine.create({ url });
    const { webhookEndpoint, secret } = await run("rotate_webhook_secret", { endpointId: id }, { key: "once" });
    const until = new Date(fixture.clock.now().getTime() + 86_400_000).toISOString();
    expect(webhookEndpoint).toMatchObject({ rowId: id, previousSecretUntil: until });
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(old);
    expect(await run("rotate_webhook_secret", { endpointId: id }, { key: "once" })).toMatchObject({ webhookEndpoint, secret: null });
    expect((await ownEvents()).slice(1)).toMatchObject([
      { what: "webhook_endpoint.secret_rotated", recordId: id, data: { previousSecretUntil: until } },
    ]);
  });
});

describe("send_test_webhook", () => {
  it("queues a test event once per Idempotency-Key", async () => {
    const { id } = await mine.create({ url, eventTypes: ["offergraph.orders.order.placed.v1"] });
    const { webhookDelivery } = await run("send_test_webhook", { endpointId: id }, { key: "once" });
    expect(webhookDelivery).toMatchObject({
      endpointId: id,
      eventType: "offergraph.workspace.webhook_endpoint.tested.v1",
      recordId: id,
      state: "PENDING",
      attempts: 0,
      nextAttemptAt: fixture.clock.now().toISOString(),
      payload: { specversion: "1.0", source: "/offergraph/workspace", subject: id, workspaceid: mine.workspaceId, data: { rowId: id } },
    });
    await run("send_test_webhook", { endpointId: id }, { key: "once" });
    expect(await mine.deliveries()).toHaveLength(1);
    expect((await ownEvents()).map(({ what }) => what)).toEqual(["webhook_endpoint.created", "webhook_endpoint.tested"]);
  });

  it("rejects a disabled endpoint", async () => {
    const { id } = await mine.create({ url });
    await run("update_webhook_endpoint", { endpointId: id, state: "DISABLED" });
    expect(await failures("send_test_webhook", { endpointId: id })).toEqual(["input.endpointId INVALID_TRANSITION"]);
    expect(await mine.deliveries()).toEqual([]);
  });
});

describe("redeliver_webhook", () => {
  it("makes finished deliveries pending again, in their order, once per Idempotency-Key", async () => {
    const { id } = await mine.create({ url });
    for (let count = 0; count < 3; count += 1) {
      await run("send_test_webhook", { endpointId: id });
      fixture.clock.advance(1_000);
    }
    await run("update_webhook_endpoint", { endpointId: id, state: "DISABLED" });
    const ids = (await mine.deliveries()).map(({ rowId }) => rowId);
    expect(await failures("redeliver_webhook", { deliveryIds: ids.slice(0, 1) })).toEqual(["input.deliveryIds.0 INVALID_TRANSITION"]);
    await run("update_webhook_endpoint", { endpointId: id, state: "ENABLED" });
    const deliveryIds = [ids[2], ids[0]?.toUpperCase()];
    const { webhookDeliveries } = await run("redeliver_webhook", { deliveryIds }, { key: "once" });
    expect(webhookDeliveries).toMatchObject([
      { rowId: ids[2], state: "PENDING", attempts: 0 },
      { rowId: ids[0], state: "PENDING" },
    ]);
    expect((await run("redeliver_webhook", { deliveryIds }, { key: "once" })).userErrors).toEqual([]);
    const { rows } = await fixture.admin.query("SELECT delivery_id AS id FROM webhook_queue WHERE endpoint_id = $1 ORDER BY sequence", [
      id,
    ]);
    expect(rows.map((row) => row.id)).toEqual([ids[0], ids[2]]);
    expect((await ownEvents()).at(-1)).toMatchObject({
      what: "webhook_endpoint.redelivery_requested",
      recordId: id,
      data: { endpointId: id, deliveryIds: [ids[0], ids[2]] },
    });
  });

  it("reports all errors at once and changes nothing", async () => {
    const { id } = await mine.create({ url });
    const { webhookDelivery } = await run("send_test_webhook", { endpointId: id });
    expect(await failures("redeliver_webhook", { deliveryIds: [newId(), webhookDelivery?.rowId] })).toEqual([
      "input.deliveryIds.0 NOT_FOUND",
      "input.deliveryIds.1 INVALID_TRANSITION",
    ]);
    expect(await failures("redeliver_webhook", { deliveryIds: [] })).toEqual(["input.deliveryIds TOO_SHORT"]);
    expect((await ownEvents()).map(({ what }) => what)).toEqual(["webhook_endpoint.created", "webhook_endpoint.tested"]);
  });
});

describe("another workspace", () => {
  it("finds neither endpoints nor deliveries, and changes nothing", async () => {
    const { id } = await mine.create({ url });
    await run("send_test_webhook", { endpointId: id });
    const before = await mine.deliveries();
    const other = await webhookWorkspace(fixture);
    const endpointId = ["input.endpointId NOT_FOUND"];
    for (const name of ["delete_webhook_endpoint", "rotate_webhook_secret", "send_test_webhook"])
      expect(await failures(name, { endpointId: id }, other)).toEqual(endpointId);
    expect(await failures("update_webhook_endpoint", { endpointId: id, state: "DISABLED" }, other)).toEqual(endpointId);
    expect(await failures("redeliver_webhook", { deliveryIds: before.map(({ rowId }) => rowId) }, other)).toEqual([
      "input.deliveryIds.0 NOT_FOUND",
    ]);
    expect(await other.deliveries()).toEqual([]);
    expect(await other.endpoint(id)).toBeUndefined();
    expect(await mine.deliveries()).toEqual(before);
    expect(await mine.endpoint(id)).toMatchObject({ state: "ENABLED" });
  });
});

describe("an endpoint with many pending deliveries", () => {
  const pending = 2_500;
  const setUp = async () => {
    const { id } = await mine.create({ url });
    await fixture.admin.query(
      `WITH added AS (
        INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body)
        SELECT gen_random_uuid(), $1, $3, $3, $2, gen_random_uuid(), 'test', n::text, '{}' FROM generate_series(1, $4::integer) n RETURNING *)
      INSERT INTO webhook_queue (delivery_id, workspace_id, endpoint_id, record_id, next_attempt_at)
      SELECT row_id, workspace_id, endpoint_id, record_id, created_at FROM added`,
      [mine.workspaceId, id, fixture.clock.now(), pending],
    );
    return id;
  };
  const count = async (table: string, id: string, condition = "true") =>
    (await fixture.admin.query(`SELECT FROM ${table} WHERE endpoint_id = $1 AND ${condition}`, [id])).rowCount;
  const isDisabled = async (id: string) => (await mine.endpoint(id))?.state === "DISABLED";
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, polling);

  it("is disabled in batches", async () => {
    const id = await setUp();
    await run("update_webhook_endpoint", { endpointId: id, state: "DISABLED" });
    await eventually(async () => expect(await count("webhook_backlogs", id)).toBe(0));
    expect([await count("webhook_queue", id), await count("webhook_deliveries", id, "state = 2")]).toEqual([0, pending]);
    expect((await run("update_webhook_endpoint", { endpointId: id, state: "ENABLED" })).userErrors).toEqual([]);
  });

  it("cannot be enabled until all have ended", async () => {
    const { id } = await mine.create({ url });
    await run("update_webhook_endpoint", { endpointId: id, state: "DISABLED" });
    const { database } = fixture.running.parts;
    const enable = database.transaction({ workspaceId: mine.workspaceId, emits: [webhookEndpointUpdated] }, async (tx) => {
      await addBacklog(tx, id);
      return changeEndpoint(commandTx(tx) as never, {} as never, id, { state: "ENABLED" });
    });
    await expect(enable).rejects.toThrow("not yet marked all pending deliveries");
    expect(await isDisabled(id)).toBe(true);
  });

  it("is deleted in batches, and hidden at once; a dry run says that a job would continue", async () => {
    const id = await setUp();
    const query = "mutation ($input: DeleteWebhookEndpointInput!) { delete_webhook_endpoint(input: $input) { deletedId } }";
    const { data, extensions } = await mine.client.call(query, { variables: { input: { endpointId: id } }, dryRun: true });
    expect(data).toEqual({ delete_webhook_endpoint: { deletedId: id } });
    expect(extensions?.dryRun?.mutations[0]?.notes).toEqual([expect.stringMatching(/^The request changes at most 1000 deliveries/)]);
    expect([await count("webhook_backlogs", id), await count("webhook_deliveries", id)]).toEqual([0, pending]);
    expect((await run("delete_webhook_endpoint", { endpointId: id })).deletedId).toBe(id);
    expect([await mine.endpoint(id), await mine.deliveries()]).toEqual([undefined, []]);
    expect(await failures("send_test_webhook", { endpointId: id })).toEqual(["input.endpointId NOT_FOUND"]);
    await eventually(async () => expect(await count("webhook_backlogs", id)).toBe(0));
    expect([await count("webhook_queue", id), await count("webhook_deliveries", id)]).toEqual([0, 0]);
    expect((await fixture.admin.query("SELECT FROM webhook_endpoints WHERE row_id = $1", [id])).rowCount).toBe(0);
  });

  it("resumes in batches after an outage", async () => {
    const id = await setUp();
    await fixture.admin.query("UPDATE webhook_queue SET next_attempt_at = next_attempt_at + interval '1 day' WHERE endpoint_id = $1", [id]);
    const { database } = fixture.running.parts;
    await database.transaction({ workspaceId: mine.workspaceId }, (tx) => resumeDeliveries(tx, id));
    const isDue = `next_attempt_at <= '${fixture.clock.now().toISOString()}'`;
    await eventually(async () => expect(await count("webhook_queue", id, isDue)).toBe(pending));
    await eventually(async () => expect(await count("webhook_backlogs", id)).toBe(0));
  });

  it("is disabled with an event if there are too many, and no other endpoint is", async () => {
    const id = await setUp();
    const { id: other } = await mine.create({ url });
    const { database, pool } = fixture.running.parts;
    // The search needs several statements, because each statement reads one endpoint.
    const find = async (max: number) => findOverLimit(max, 1)(pool);
    const limit = async (max: number) => {
      await database.transaction({ workspaceId: mine.workspaceId, emits: [webhookEndpointDisabled] }, (tx) => limitPending(tx, max));
    };
    await limit(pending);
    expect(await find(pending)).not.toContain(mine.workspaceId);
    expect(await find(pending - 1)).toContain(mine.workspaceId);
    expect(await isDisabled(id)).toBe(false);
    await limit(pending - 1);
    expect(await mine.endpoint(id)).toMatchObject({ state: "DISABLED", disabledReason: "BACKLOG" });
    expect(await isDisabled(other)).toBe(false);
    await limit(pending - 1);
    const disabled = (await ownEvents()).filter(({ what }) => what === "webhook_endpoint.disabled");
    expect(disabled).toMatchObject([{ recordId: id, data: { disabledReason: "BACKLOG" } }]);
    await eventually(async () => expect(await count("webhook_queue", id)).toBe(0));
  });
});

it("the search for endpoints with too many deliveries continues after a failed statement", async () => {
  const { pool } = fixture.running.parts;
  for (let count = 0; count < 3; count += 1) await mine.create({ url });
  const { rows } = await fixture.admin.query<{ id: string }>(
    `INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body)
     SELECT gen_random_uuid(), e.workspace_id, now(), now(), e.row_id, gen_random_uuid(), 'test', 'r', '{}'
     FROM webhook_endpoints e WHERE e.workspace_id = $1 RETURNING row_id AS id`,
    [mine.workspaceId],
  );
  const ids = rows.map(({ id }) => id);
  await fixture.admin.query(
    `INSERT INTO webhook_queue (delivery_id, workspace_id, endpoint_id, record_id, next_attempt_at)
     SELECT row_id, workspace_id, endpoint_id, record_id, 'infinity' FROM webhook_deliveries WHERE row_id = ANY($1)`,
    [ids],
  );
  const find = findOverLimit(0, 1);
  const asked: unknown[] = [];
  const flaky = (failAt: number) =>
    ({
      query(text: string, values: unknown[]) {
        asked.push(values[0]);
        return asked.length === failAt ? Promise.reject(new Error("timeout")) : pool.query(text, values);
      },
    }) as unknown as typeof pool;
  await expect(find(flaky(2))).rejects.toThrow("timeout");
  const found = await find(flaky(0));
  expect(found).toContain(mine.workspaceId);
  expect(new Set(found)).toEqual(new Set(await findOverLimit(0)(pool)));
  expect(asked[2]).toBe(asked[1]);
  await fixture.admin.query("DELETE FROM webhook_deliveries WHERE row_id = ANY($1)", [ids]);
});

describe("list_webhook_endpoints and list_webhook_deliveries", () => {
  it("filter, order and page backward", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.push((await mine.create({ url: `https://${name}.example/` })).id);
      fixture.clock.advance(1_000);
    }
    await run("update_webhook_endpoint", { endpointId: ids[1], state: "DISABLED" });
    const query = `{ all: list_webhook_endpoints { nodes { url } totalCount }
      disabled: list_webhook_endpoints(filter: { state: { equalTo: DISABLED } }) { nodes { rowId } }
      last: list_webhook_endpoints(orderBy: [URL_ASC], last: 2) { nodes { url } } }`;
    const answer = await mine.client.data<Record<string, { nodes: { url: string }[]; totalCount?: number }>>(query);
    expect(answer).toMatchObject({
      all: { nodes: ["c", "b", "a"].map((name) => ({ url: `https://${name}.example/` })), totalCount: 3 },
      disabled: { nodes: [{ rowId: ids[1] }] },
      last: { nodes: [{ url: "https://b.example/" }, { url: "https://c.example/" }] },
    });
    for (const endpointId of [ids[0], ids[2], ids[2]]) await run("send_test_webhook", { endpointId });
    expect(await mine.deliveries({ endpointId: { equalTo: ids[2] }, state: { equalTo: "PENDING" } })).toHaveLength(2);
    expect(await mine.deliveries({ not: { state: { in: ["PENDING"] } } })).toEqual([]);
    const [entity] = await mine.client.entities<{ url: string }>("WebhookEndpoint", [ids[0] ?? ""], "url");
    expect(entity).toEqual({ url: "https://a.example/" });
    const [first] = await mine.deliveries();
    const found = await mine.client.entities<{ state: string }>("WebhookDelivery", [first?.rowId ?? ""], "state");
    expect(found).toEqual([{ state: "PENDING" }]);
  });
});
