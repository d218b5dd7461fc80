import { jobResultSigner } from "@offergraph/shared/access/job-result";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { suspendJobs } from "@offergraph/testkit/suspended-jobs";
import { polling } from "@offergraph/testkit/timeouts";
import { visitorOf } from "@offergraph/testkit/visitor";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addOrder } from "../../testing/orders.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Answer {
  job: { rowId: string; kind: string; state: string; total: number | null } | null;
  userErrors: { field: string[]; code: string }[];
}
const mutation = `mutation ($input: ExportOrdersInput!) {
  export_orders(input: $input) { job { rowId kind state total } userErrors { field code message } } }`;
const start = async (input: object, key?: string) => (await client.data<{ export_orders: Answer }>(mutation, { input }, key)).export_orders;
const stored = async (id: string, { admin } = fixture) => (await admin.query("SELECT * FROM jobs WHERE row_id = $1", [id])).rows[0];
const finished = async (id: string, of = fixture) => {
  await expect.poll(async () => (await stored(id, of)).state, polling).toMatch(/SUCCEEDED|FAILED/);
  return stored(id, of);
};
const download = (jobId: string, { workspaceId } = client) => {
  const token = jobResultSigner(testSigningKey, "orders").sign({ workspaceId, jobId }, fixture.clock.now().getTime());
  return visitorOf(fixture.running.url, () => fixture.clock.now())(`/v1/job-results/orders/${token}`);
};
const exported = async (input: object) => {
  const { job } = await start(input);
  const id = job?.rowId ?? "";
  return { job: await finished(id), text: await (await download(id)).text() };
};

it("writes the orders that match the filter of list_orders, without orders of other workspaces", async () => {
  await addOrder(fixture, fixture.client());
  const columns = { total_price: 125_000, attributed_revenue: 125_000, attribution_method: "DISCOUNT_CODE", origin_refs: ["ad"] };
  const discounts = { discount_codes: ["SUN", "SEA"], discount_amounts: [15_000, null], discount_given: 15_000 };
  const first = await addOrder(fixture, client, {
    ...columns,
    ...discounts,
    customer_ref: "ann@shop.example",
    paid_at: "2026-06-01T11:00:00Z",
  });
  await addOrder(fixture, client, { financial_status: 5 });
  const second = await addOrder(fixture, client, { placed_at: "2026-05-01T00:00:00Z", total_price: 1 });
  const filter = { financialStatus: { equalTo: "PAID" }, createdAt: { lessThanOrEqualTo: fixture.clock.now().toISOString() } };
  const { job, text } = await exported({ format: "NDJSON", filter });
  expect(job).toMatchObject({ kind: "EXPORT_ORDERS", state: "SUCCEEDED", done: 2, total: 2, created_by: expect.any(String) });
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const attributed = { totalPrice: "12.5", attributedRevenue: "12.5", attributionMethod: "DISCOUNT_CODE" };
  expect(lines).toMatchObject([
    { rowId: first, ...attributed, customerRef: "ann@shop.example", originRefs: ["ad"], orderStatus: "OPEN", isReal: true },
    { rowId: second, totalPrice: "0.0001", attributedRevenue: null, customerRef: null, placedDay: "2026-05-01", paidAt: null },
  ]);
  const discountApplications = [
    { code: "SUN", amount: "1.5" },
    { code: "SEA", amount: null },
  ];
  expect(lines[0]).toMatchObject({
    discountApplications,
    discountGiven: "1.5",
    createdAt: "2026-06-01T12:00:00.000Z",
    paidAt: "2026-06-01T11:00:00.000Z",
  });
  const events = (await client.events()).map(({ what, recordId, data }) => [what, recordId, data.state]);
  expect(events).toEqual([
    ["job.created", job.row_id, "QUEUED"],
    ["job.finished", job.row_id, "SUCCEEDED"],
  ]);
});

it("writes a CSV file with a header, which spreadsheets do not run", async () => {
  await addOrder(fixture, client, { external_ref: "=1+1", integration_slug: "a,b" });
  const { text } = await exported({ format: "CSV" });
  const [header, row, end] = text.split("\r\n");
  expect(header).toBe(
    "rowId,createdAt,updatedAt,connectionId,externalRef,integrationSlug,currencyId,totalPrice,refundedTotal,placedAt,placedDay,paidAt,orderStatus,financialStatus,fulfillmentStatus,isReal,originRefs,customerId,customerRef,discountCodeId,partnerId,formResponseId,bestTier,attributionMethod,attributedRevenue,attributionScoredAt,discountApplications,discountGiven",
  );
  expect(row).toContain(`,'=1+1,"a,b",usd,0,0,2026-06-01T12:00:00.000Z,2026-06-01,,OPEN,PAID,PENDING,true,[],,,`);
  expect(end).toBe("");
});

it("reports a wrong filter, and creates no job", async () => {
  for (const row_id of [newId(), newId()])
    await fixture.admin.query("INSERT INTO partner_references (workspace_id, row_id, name) VALUES ($1, $2, 'Twin')", [
      client.workspaceId,
      row_id,
    ]);
  for (const [filter, field] of [
    [{ and: [{ partnerId: "Twin" }] }, "input.filter.and.0.partnerId"],
    [{ customerRef: { equalTo: "\0" } }, "input.filter.customerRef.equalTo"],
    [{ orderStatus: { equalTo: "SOLD" } }, "input.filter.orderStatus.equalTo"],
    [{ createdAt: { lessThan: "yesterday" } }, "input.filter.createdAt.lessThan"],
    [{ color: { equalTo: "red" } }, "input.filter.color"],
  ] as const) {
    const { job, userErrors } = await start({ format: "CSV", filter });
    expect([job, userErrors.map(({ field: path, code }) => `${path.join(".")} ${code}`)]).toEqual([null, [`${field} INVALID`]]);
  }
  expect([
    await client.events(),
    (await fixture.admin.query("SELECT FROM jobs WHERE workspace_id = $1", [client.workspaceId])).rowCount,
  ]).toEqual([[], 0]);
});

it("creates one job per Idempotency-Key, and serves its file only to its workspace", async () => {
  const first = await start({ format: "NDJSON" }, "one");
  expect(await start({ format: "NDJSON" }, "one")).toEqual(first);
  const id = first.job?.rowId ?? "";
  await finished(id);
  expect([(await download(id)).status, (await download(id, fixture.client())).status]).toEqual([200, 404]);
  fixture.clock.advance(24 * 3_600_000);
  await expect.poll(async () => (await stored(id)).parameters, polling).toBe("{}");
  expect((await download(id)).status).toBe(404);
});

it("continues after a stop of the service, and writes each order once", async () => {
  const own = await startFixture(inject("adminUrl"));
  client = own.client();
  const ids = new Set<string>();
  for (let count = 0; count < 60; count += 1) ids.add(await addOrder(own, client));
  const lock = "hashtextextended($1 || ' run job', 0)";
  await own.admin.query(`SELECT pg_advisory_lock(${lock})`, [client.workspaceId]);
  const id = (await start({ format: "NDJSON" })).job?.rowId ?? "";
  // Reduces the first batches to one order each.
  await own.admin.query("UPDATE jobs SET batch_divisor = 1000000000 WHERE row_id = $1", [id]);
  // Suspends the job after its third batch.
  const resume = await suspendJobs(own.admin, 3);
  await own.admin.query(`SELECT pg_advisory_unlock(${lock})`, [client.workspaceId]);
  await expect.poll(async () => (await stored(id, own)).done, polling).toBe(3);
  await own.running.stop();
  expect(await stored(id, own)).toMatchObject({ state: "RUNNING", attempts: 0, done: 3 });
  await resume(own.clock.now());
  await own.startReplica();
  expect(await finished(id, own)).toMatchObject({ state: "SUCCEEDED", done: 60, total: 60 });
  const { rows } = await own.admin.query("SELECT content FROM job_parts WHERE job_id = $1 ORDER BY position", [id]);
  const lines = rows.flatMap(({ content }) => content.trimEnd().split("\n"));
  expect(lines.map((line: string) => JSON.parse(line).rowId)).toEqual([...ids].sort());
  await own.stop();
});
