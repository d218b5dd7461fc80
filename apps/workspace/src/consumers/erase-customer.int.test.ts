import { sql } from "@offergraph/service/db/statement";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { createLogger, type Logger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { insertArrivals, moveArrivals } from "../db/listen-arrivals.js";
import { insertDeliveries } from "../db/webhook-deliveries.js";
import { addErasure } from "../db/webhook-erasures.js";
import { eraseFromWebhooksJob } from "../jobs/erase-from-webhooks.js";
import { serviceWith } from "../service.js";
import type { Fixture } from "../testing/fixture.js";
import { testWorkspace } from "../testing/workspaces.js";
import { eraseCustomer } from "./erase-customer.js";

const log = createLogger("test", "silent");
let fixture: Fixture;
beforeAll(async () => {
  // The webhook dispatcher sends nothing during the test, because it polls once per hour.
  fixture = await startServiceFixture(serviceWith({ pollMs: 3_600_000 }), inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("deletes the deliveries and kept events that name the customer, also pending ones, in this workspace only", async () => {
  expect([eraseCustomer.name, eraseCustomer.events]).toEqual(["erase-customer", [customerErased]]);
  const customerId = newId();
  const { database } = fixture.running.parts;
  const seeded = await Promise.all(
    [await testWorkspace(fixture), await testWorkspace(fixture)].map(async ({ workspaceId }) => {
      const endpointId = newId();
      await fixture.admin.query(
        `INSERT INTO webhook_endpoints (row_id, workspace_id, created_at, updated_at, url, event_types, secret)
         VALUES ($1, $2, now(), now(), 'https://hooks.example', '["offergraph.orders.order.updated.v1"]', 'x')`,
        [endpointId, workspaceId],
      );
      const delivery = (eventType: string, data: object) => ({
        ...{ endpointId, eventId: newId(), eventType, recordId: newId(), body: JSON.stringify({ data }) },
      });
      const deliveries = [
        delivery("offergraph.orders.order.updated.v1", { customerId, customerName: "Ann" }),
        delivery("offergraph.orders.order.updated.v1", { customerId: newId() }),
        delivery(customerErased.subject, { customerId }),
      ];
      const ids = await database.transaction({ workspaceId }, (tx) => insertDeliveries(tx, deliveries));
      const buffer = { maxEvents: 100, maxBytes: 100_000 };
      await database.transaction({ workspaceId }, async (tx) => {
        await insertArrivals(tx, deliveries, buffer);
        await moveArrivals(tx, 100);
        await insertArrivals(tx, deliveries, buffer);
      });
      return { workspaceId, ids, eventIds: deliveries.map(({ eventId }) => eventId) };
    }),
  );
  const [mine, other] = seeded;
  if (!mine || !other) throw new Error("Both workspaces must exist.");
  const event = { data: { customerId }, time: new Date() } as Parameters<NonNullable<typeof eraseCustomer.handle>>[1];
  await database.transaction({ workspaceId: mine.workspaceId }, async (tx) => void (await eraseCustomer.handle?.(tx, event)));
  await vi.waitFor(async () => expect((await fixture.admin.query("SELECT FROM webhook_erasures")).rowCount).toBe(0), polling);
  const kept = async (table: string, column: string, workspaceId: string) =>
    (await fixture.admin.query(`SELECT ${column} AS id FROM ${table} WHERE workspace_id = $1`, [workspaceId])).rows
      .map(({ id }) => id)
      .sort();
  expect(await kept("webhook_deliveries", "row_id", mine.workspaceId)).toEqual(mine.ids.slice(1).sort());
  expect(await kept("webhook_queue", "delivery_id", mine.workspaceId)).toEqual(mine.ids.slice(1).sort());
  expect(await kept("listen_events", "event_id", mine.workspaceId)).toEqual(mine.eventIds.slice(1).sort());
  expect(await kept("listen_arrivals", "event_id", mine.workspaceId)).toEqual(mine.eventIds.slice(1).sort());
  expect(await kept("listen_events", "event_id", other.workspaceId)).toEqual([...other.eventIds].sort());
  expect(await kept("webhook_deliveries", "row_id", other.workspaceId)).toEqual([...other.ids].sort());
});

/** Inserts an endpoint. Returns its id. */
async function endpointOf(workspaceId: string): Promise<string> {
  const endpointId = newId();
  await fixture.admin.query(
    `INSERT INTO webhook_endpoints (row_id, workspace_id, created_at, updated_at, url, secret) VALUES ($1, $2, now(), now(), 'https://a.example', 'x')`,
    [endpointId, workspaceId],
  );
  return endpointId;
}
const pendingOf = (endpointId: string, text: string) => ({
  ...{ endpointId, eventId: newId(), eventType: "test", recordId: newId(), body: text },
});

it("reads the deliveries once for all customers, first the pending ones, in batches, and continues where it stopped", async () => {
  const { workspaceId } = await testWorkspace(fixture);
  const { database } = fixture.running.parts;
  const [endpointId, customerIds, late] = [await endpointOf(workspaceId), [newId(), newId()], newId()];
  // Every tenth delivery contains the id of a customer. Many deliveries have the same creation time.
  await fixture.admin.query(
    `INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body, state)
     SELECT gen_random_uuid(), $1, at, at, $2, gen_random_uuid(), 'test', n::text,
       CASE WHEN n % 10 = 0 THEN ($3::text[])[n / 10 % 3 + 1] ELSE '' END, 1
     FROM generate_series(1, 1200) n, LATERAL (SELECT '2026-06-01'::timestamptz + (n / 700) * interval '1 s' AS at) t`,
    [workspaceId, endpointId, [...customerIds, late]],
  );
  const count = async (condition: string) =>
    (await fixture.admin.query(`SELECT FROM webhook_deliveries WHERE workspace_id = $1 AND ${condition}`, [workspaceId])).rowCount;
  const steps: { pending: number; left: number }[] = [];
  // Runs all steps in one transaction, because the background job would process customers that are committed.
  await database.transaction({ workspaceId }, async (tx) => {
    await insertDeliveries(
      tx,
      ["", ...customerIds, late].map((text) => pendingOf(endpointId, text)),
    );
    for (const customerId of customerIds) await addErasure(tx, customerId);
    while (await eraseFromWebhooksJob(log).runInSteps?.((effect) => effect(tx as never), workspaceId)) {
      const [left] = await tx.sql<{ pending: number; left: number }>(sql`
        SELECT (count(*) FILTER (WHERE d.state = 0))::integer AS pending, count(*)::integer AS left FROM webhook_deliveries d WHERE d.body <> ''`);
      if (left) steps.push(left);
      if (steps.length === 1) await addErasure(tx, late);
    }
  });
  // The second scan processes the customer who was added during the first scan.
  expect(steps.map(({ pending }) => pending)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(steps[0]?.left).toBeGreaterThan(41);
  expect(steps[2]?.left).toBe(40);
  expect([await count("body <> ''"), await count("state = 1"), await count("state = 0")]).toEqual([0, 1080, 1]);
});

it("logs why it could not erase customers together, and erases each alone", async () => {
  const { workspaceId } = await testWorkspace(fixture);
  const endpointId = await endpointOf(workspaceId);
  const [customerIds, warn] = [[newId(), newId()], vi.fn()];
  await fixture.running.parts.database.transaction({ workspaceId }, async (tx) => {
    await insertDeliveries(
      tx,
      customerIds.map((text) => pendingOf(endpointId, text)),
    );
    for (const customerId of customerIds) await addErasure(tx, customerId);
    let calls = 0;
    const job = eraseFromWebhooksJob({ warn } as unknown as Logger);
    const open = <Result>(effect: (given: never) => Promise<Result>): Promise<Result> =>
      calls++ === 0 ? Promise.reject(new Error("too many")) : effect(tx as never);
    expect(await job.runInSteps?.(open, workspaceId)).toBe(true);
    expect(await tx.sql(sql`SELECT FROM webhook_deliveries`)).toEqual([]);
  });
  expect(warn.mock.calls).toEqual([[{ workspaceId, reason: "too many" }, expect.stringMatching(/^Failed to erase customers together/)]]);
});

it("postpones a customer whose deliveries it cannot delete, and deletes those of the other customers", async () => {
  const { workspaceId } = await testWorkspace(fixture);
  const { database } = fixture.running.parts;
  const [endpointId, [failing, ...others]] = [await endpointOf(workspaceId), [newId(), newId(), newId()].sort()];
  if (failing === undefined) throw new Error("The customer must exist.");
  await fixture.admin.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
     CREATE TRIGGER refuse BEFORE DELETE ON webhook_deliveries FOR EACH ROW WHEN (OLD.body = '${failing}') EXECUTE FUNCTION refuse()`,
  );
  await database.transaction({ workspaceId }, async (tx) => {
    await insertDeliveries(
      tx,
      [...Array<string>(500).fill(""), failing, ...others].map((text) => pendingOf(endpointId, text)),
    );
    for (const customerId of [failing, ...others]) await addErasure(tx, customerId);
  });
  const customers = async () =>
    (await fixture.admin.query("SELECT customer_id AS id, after_sequence FROM webhook_erasures WHERE workspace_id = $1", [workspaceId]))
      .rows;
  const texts = async () =>
    (await fixture.admin.query("SELECT body FROM webhook_deliveries WHERE workspace_id = $1 AND body <> ''", [workspaceId])).rows;
  // The job continues with the second batch of 500 deliveries.
  const { rows: first } = await fixture.admin.query(
    "SELECT q.sequence FROM webhook_queue q WHERE q.workspace_id = $1 ORDER BY q.sequence OFFSET 499 LIMIT 1",
    [workspaceId],
  );
  await vi.waitFor(async () => expect(await customers()).toEqual([{ id: failing, after_sequence: first[0].sequence }]), polling);
  expect(await texts()).toEqual([{ body: failing }]);
  await fixture.admin.query("DROP TRIGGER refuse ON webhook_deliveries");
  fixture.clock.advance(600_000);
  await vi.waitFor(async () => expect(await customers()).toEqual([]), polling);
  expect(await texts()).toEqual([]);
});
