import { sql } from "@offergraph/service/db/statement";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
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

let fixture: Fixture;
beforeAll(async () => {
  // The dispatcher polls only once per hour, so it sends nothing during the test.
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
        await moveArrivals(tx, buffer, 100);
        await insertArrivals(tx, deliveries, buffer);
      });
      return { workspaceId, ids, eventIds: deliveries.map(({ eventId }) => eventId) };
    }),
  );
  const [mine, other] = seeded;
  if (!mine || !other) throw new Error("Both workspaces must exist.");
  const event = { data: { customerId } } as Parameters<NonNullable<typeof eraseCustomer.handle>>[1];
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

it("reads the deliveries in batches, and continues where it stopped", async () => {
  const { workspaceId } = await testWorkspace(fixture);
  const { database } = fixture.running.parts;
  const [endpointId, customerId] = [newId(), newId()];
  await fixture.admin.query(
    `INSERT INTO webhook_endpoints (row_id, workspace_id, created_at, updated_at, url, secret) VALUES ($1, $2, now(), now(), 'https://a.example', 'x')`,
    [endpointId, workspaceId],
  );
  // Every tenth delivery contains the customer's id. Many deliveries have the same creation time.
  await fixture.admin.query(
    `INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body)
     SELECT gen_random_uuid(), $1, at, at, $2, gen_random_uuid(), 'test', n::text, CASE WHEN n % 10 = 0 THEN $3 ELSE '' END
     FROM generate_series(1, 1200) n, LATERAL (SELECT '2026-06-01'::timestamptz + (n / 700) * interval '1 s' AS at) t`,
    [workspaceId, endpointId, customerId],
  );
  const count = async (condition: string) =>
    (await fixture.admin.query(`SELECT FROM webhook_deliveries WHERE workspace_id = $1 AND ${condition}`, [workspaceId])).rowCount;
  const steps: unknown[] = [];
  // One transaction, so that the running job of the service does not take the customer.
  await database.transaction({ workspaceId }, async (tx) => {
    await addErasure(tx, customerId);
    while (await eraseFromWebhooksJob.run?.(tx as never)) {
      const [left] = await tx.sql<{ n: string }>(sql`SELECT count(*) AS n FROM webhook_deliveries d WHERE d.body <> ''`);
      steps.push(Number(left?.n));
    }
  });
  expect(steps).toHaveLength(3);
  expect(steps[0]).toBeGreaterThan(0);
  expect([await count("body <> ''"), await count("true")]).toEqual([0, 1080]);
});
