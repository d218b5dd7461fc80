import { backfillJob } from "@offergraph/service/jobs/backfill";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, sendRecords, sentCheckout, sentOrder } from "../../testing/send.js";
import { customerBackfills } from "./backfill.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("adds the same customers from stored records as their ingest, in resumable batches", async () => {
  const client = fixture.client();
  const connectionId = await addConnection(fixture, client);
  const day = (number: number) => `2026-05-${String(1 + (number % 28)).padStart(2, "0")}T00:00:00.000Z`;
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const refs = [null, "ann", "bob", "cid", "dora"];
  const names = [null, "Ann", "Änne", "🌍"];
  const orders = numbers.map((index) =>
    sentOrder({
      ...{ customerRef: refs[index % 4], customerName: names[(index * 7) % 4], paidAt: null },
      ...{ placedAt: day(index * 11), providerUpdatedAt: day(index % 3) },
    }),
  );
  const checkouts = numbers.map((index) =>
    sentCheckout({ customerRef: refs[index % 5], startedAt: day(index * 13), providerUpdatedAt: day(index) }),
  );
  await sendRecords(fixture, client, "orders", orders, { connectionId });
  await sendRecords(fixture, client, "checkouts", checkouts, { connectionId });
  const rows = async () => {
    const columns = "row_id, workspace_id, created_at, ref, name, name_at, is_name_proven, email, first_seen_at, last_seen_at";
    return (await fixture.admin.query(`SELECT ${columns} FROM customers WHERE workspace_id = $1 ORDER BY ref`, [client.workspaceId])).rows;
  };
  const ingested = await rows();
  expect(ingested.map(({ ref }) => ref)).toEqual(["ann", "bob", "cid", "dora"]);
  const respond = (customerId: string, completedAt: string, isClaim: boolean) =>
    fixture.admin.query(
      `INSERT INTO form_response_references (row_id, workspace_id, status, completed_at, customer_id, customer_is_claim, visitor_id)
       VALUES ($1, $2, 0, $3, $4, $5, 'visitor')`,
      [newId(), client.workspaceId, completedAt, customerId, isClaim],
    );
  const [ann, bob] = ingested;
  await respond(ann.row_id, "2026-04-01T00:00:00.000Z", false);
  await respond(bob.row_id, "2026-04-01T00:00:00.000Z", true);
  // The service's own job does not run backfills with these names.
  const backfills = Object.fromEntries(Object.entries(customerBackfills(7)).map(([name, run]) => [`test ${name}`, run]));
  await fixture.admin.query("DELETE FROM customers");
  await fixture.admin.query("INSERT INTO backfills (name, workspace_id) SELECT n, $1 FROM unnest($2::text[]) n", [
    client.workspaceId,
    Object.keys(backfills),
  ]);
  const { database, pool } = fixture.running.parts;
  const job = backfillJob([], backfills);
  const runBatch = () =>
    database.transaction({ workspaceId: client.workspaceId, emits: [] }, (tx) => job.run?.(tx as never) ?? Promise.resolve(false));
  const due = () => job.findWorkspaces(pool, fixture.clock.now());
  expect(await due()).toEqual([client.workspaceId]);
  let batches = 0;
  while (await runBatch()) batches += 1;
  expect(batches).toBeGreaterThan(2 * Math.floor(numbers.length / 7));
  expect(await due()).toEqual([]);
  expect(await rows()).toEqual([{ ...ann, first_seen_at: new Date("2026-04-01T00:00:00.000Z") }, ...ingested.slice(1)]);
});
