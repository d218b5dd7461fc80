import { readFile } from "node:fs/promises";
import { jobResultSigner } from "@offergraph/shared/access/job-result";
import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import { newId } from "@offergraph/shared/time/ids";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { upsertJob } from "../../db/jobs.js";
import { jobRetention } from "../../db/retention.js";
import type { RegisteredJobRow } from "../../db/rows.js";
import { deleteOldJobsJob } from "../../jobs/delete-old-jobs.js";
import { serviceWith } from "../../service.js";
import type { Fixture } from "../../testing/fixture.js";

const findJob = vi.fn(async (_workspaceId: string, _id: string): Promise<RegisteredJobRow | undefined> => undefined);
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startServiceFixture(
    serviceWith({ pollMs: 3_600_000 }, () => findJob),
    inject("adminUrl"),
  );
});
afterAll(() => fixture?.stop());

const jobOf = (changes: Partial<JobRecord> = {}): JobRecord => ({
  ...{ rowId: newId(), createdAt: "2026-06-01T12:00:00.000Z", updatedAt: "2026-06-01T12:00:00.000Z", kind: "GENERATE_DISCOUNT_CODES" },
  ...{ state: "QUEUED", done: 0, total: 10, errorCount: 0, errors: [], createdBy: null, startedAt: null, finishedAt: null, sequence: 0 },
  ...changes,
});
const register = (workspaceId: string, record: JobRecord) =>
  fixture.running.parts.database.transaction({ workspaceId }, (tx) => upsertJob(tx, "discounts", record));
const query = `query ($id: UUID!) { get_job(id: $id) { rowId workspaceId kind state done total errorCount errors { row field message } resultUrl resultExpiresAt } }`;
const get = async (client: ReturnType<Fixture["client"]>, id: string) =>
  (await client.data<{ get_job: Record<string, unknown> | null }>(query, { id })).get_job;

it("returns the record of the latest event, regardless of the order of arrival", async () => {
  const client = fixture.client();
  const orders = fc.sample(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }), { numRuns: 10, seed: 1 });
  for (const order of orders) {
    const { rowId } = jobOf();
    for (const sequence of order) await register(client.workspaceId, jobOf({ rowId, sequence, done: sequence }));
    expect(await get(client, rowId)).toMatchObject({ rowId, workspaceId: client.workspaceId, done: Math.max(...order), total: 10 });
  }
});

it("returns a job whose events have not arrived from the service that processes the job", async () => {
  const client = fixture.client();
  const record = jobOf({ errorCount: 1, errors: [{ row: 2, field: "Code", message: "Wrong." }] }) as JobRecord &
    Pick<RegisteredJobRow, "kind">;
  findJob.mockImplementationOnce(async (workspaceId) => ({ ...record, workspaceId, service: "discounts" }));
  expect(await get(client, record.rowId)).toMatchObject({ rowId: record.rowId, state: "QUEUED", errors: record.errors });
  expect(findJob).toHaveBeenCalledWith(client.workspaceId, record.rowId);
});

it("returns a new URL of the result file at each read, until the file is deleted", async () => {
  const client = fixture.client();
  const resultExpiresAt = new Date(fixture.clock.now().getTime() + 86_400_000).toISOString();
  const record = jobOf({ state: "SUCCEEDED", resultExpiresAt });
  await register(client.workspaceId, record);
  const urlOf = async () => (await get(client, record.rowId))?.resultUrl as string | null;
  const url = (await urlOf()) ?? "";
  const base = "http://127.0.0.1:4000/v1/job-results/discounts/";
  expect(url.startsWith(base)).toBe(true);
  const read = (text: string, service = "discounts", now = fixture.clock.now().getTime()) =>
    jobResultSigner(testSigningKey, service).verify(text.slice(base.length), now);
  expect(read(url)).toEqual({ workspaceId: client.workspaceId, jobId: record.rowId });
  expect(read(url, "orders")).toBeUndefined();
  fixture.clock.advance(3_600_001);
  expect(read(url)).toBeUndefined();
  expect(read((await urlOf()) ?? "")).toMatchObject({ jobId: record.rowId });
  fixture.clock.advance(86_400_000);
  expect(await get(client, record.rowId)).toMatchObject({ resultUrl: null, resultExpiresAt });
});

it("returns the warnings of the job's record, and no warnings of lists and other workspaces", async () => {
  const client = fixture.client();
  const finding = {
    ...{ code: "RECORD_UNUSED", message: "A record of the job is unused.", recordIds: [newId()] },
    next: { operation: "use_record", why: "Use it." },
  };
  const record = jobOf({ state: "SUCCEEDED", warnings: [finding] });
  await register(client.workspaceId, record);
  const { rowId: id } = record;
  expect((await client.call(query, { id })).extensions).toEqual({ warnings: [{ operation: "get_job", ...finding }] });
  expect((await fixture.client().call(query, { id })).extensions).toBeUndefined();
  expect((await client.call("{ list_jobs { nodes { rowId } } }")).extensions).toBeUndefined();
});

it("returns null for an unknown id and for a job of another workspace", async () => {
  const record = jobOf();
  await register(fixture.client().workspaceId, record);
  expect(await get(fixture.client(), record.rowId)).toBeNull();
  expect(await get(fixture.client(), newId())).toBeNull();
});

describe("list_jobs", () => {
  const at = (day: number) => `2026-06-0${day}T12:00:00.000Z`;
  const list = async (client: ReturnType<Fixture["client"]>, given: object) => {
    const text = `query ($filter: JobFilter, $orderBy: [JobOrderBy!] = [CREATED_AT_DESC], $first: Int, $after: Cursor, $last: Int, $before: Cursor) {
      list_jobs(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        nodes { rowId kind state errors { message } resultUrl } totalCount pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`;
    type Page = { nodes: { rowId: string; resultUrl: string | null }[]; totalCount: number; pageInfo: Record<string, string | boolean> };
    const { list_jobs: page } = await client.data<{ list_jobs: Page }>(text, given);
    return { ...page, ids: page.nodes.map(({ rowId }) => rowId) };
  };

  it("filters by state, kind and times, orders, and pages in both directions", async () => {
    const client = fixture.client();
    const [resultExpiresAt, days] = [new Date(fixture.clock.now().getTime() + 86_400_000).toISOString(), [1, 2, 3]];
    const [first = "", second = "", third = ""] = days.map(() => newId());
    await register(client.workspaceId, jobOf({ rowId: first, createdAt: at(1), updatedAt: at(6), state: "SUCCEEDED", resultExpiresAt }));
    await register(client.workspaceId, jobOf({ rowId: second, createdAt: at(2), updatedAt: at(5), kind: "IMPORT_DISCOUNT_CODES" }));
    await register(client.workspaceId, jobOf({ rowId: third, createdAt: at(3), updatedAt: at(4), state: "RUNNING" }));
    await register(fixture.client().workspaceId, jobOf());
    const all = await list(client, {});
    expect([all.ids, all.totalCount]).toEqual([[third, second, first], 3]);
    expect(all.nodes.map(({ resultUrl }) => resultUrl !== null)).toEqual([false, false, true]);
    const filtered = async (filter: object) => (await list(client, { filter })).ids;
    expect(await filtered({ state: { equalTo: "SUCCEEDED" } })).toEqual([first]);
    expect(await filtered({ state: { in: ["QUEUED", "RUNNING"] } })).toEqual([third, second]);
    expect(await filtered({ kind: { notEqualTo: "GENERATE_DISCOUNT_CODES" } })).toEqual([second]);
    expect(await filtered({ createdAt: { greaterThan: at(1) }, updatedAt: { lessThan: at(5) } })).toEqual([third]);
    expect(await filtered({ not: { rowId: { equalTo: first } } })).toEqual([third, second]);
    expect((await list(client, { orderBy: ["UPDATED_AT_DESC"] })).ids).toEqual([first, second, third]);
    const page = await list(client, { first: 2 });
    expect([page.ids, page.pageInfo.hasNextPage]).toEqual([[third, second], true]);
    expect((await list(client, { first: 2, after: page.pageInfo.endCursor })).ids).toEqual([first]);
    const last = await list(client, { last: 2 });
    expect([last.ids, last.pageInfo.hasPreviousPage]).toEqual([[second, first], true]);
    expect((await list(client, { last: 2, before: last.pageInfo.startCursor })).ids).toEqual([third]);
  });

  it("shows no jobs of other workspaces", async () => {
    await register(fixture.client().workspaceId, jobOf());
    expect(await list(fixture.client(), {})).toMatchObject({ nodes: [], totalCount: 0 });
  });
});

it("deletes jobs that earlier versions stored", async () => {
  const [one, another] = [fixture.client().workspaceId, fixture.client().workspaceId];
  const { admin, clock, running } = fixture;
  const { database, pool } = running.parts;
  // The service's background job deletes nothing, because the service's clock is 60 days behind `now`.
  const now = new Date(Math.max(Date.now(), clock.now().getTime()) + 60 * 86_400_000);
  const recent = jobOf({ updatedAt: now.toISOString() });
  for (const record of [jobOf(), jobOf(), recent]) await register(one, record);
  await register(another, jobOf());
  await admin.query("DELETE FROM job_retention WHERE workspace_id = $1", [one]);
  const migration = new URL("../../../prisma/migrations/20261123211000_retention_of_stored_jobs/migration.sql", import.meta.url);
  await pool.query(await readFile(migration, "utf8"));
  expect(await deleteOldJobsJob.findWorkspaces(pool, now)).toEqual(expect.arrayContaining([one, another]));
  for (const workspaceId of [one, another])
    await database.transaction({ workspaceId, now }, async (tx) => void (await deleteOldJobsJob.run?.(tx as never)));
  const { rows } = await admin.query("SELECT row_id FROM jobs WHERE workspace_id = ANY($1)", [[one, another]]);
  expect(rows).toEqual([{ row_id: recent.rowId }]);
});

it("deletes jobs 30 days after their last change", async () => {
  const client = fixture.client();
  const daysAgo = (days: number) => new Date(fixture.clock.now().getTime() - days * 86_400_000).toISOString();
  const [old, recent] = [jobOf({ updatedAt: daysAgo(31) }), jobOf({ updatedAt: daysAgo(29) })];
  const { database } = fixture.running.parts;
  await database.transaction({ workspaceId: client.workspaceId }, async (tx) => {
    for (const record of [old, recent]) await upsertJob(tx, "discounts", record);
    expect(await deleteOldJobsJob.run?.(tx as never)).toBe(false);
    // The job is due again only after an hour.
    expect(await jobRetention.claim(tx)).toBe(false);
  });
  expect([await get(client, old.rowId), (await get(client, recent.rowId))?.rowId]).toEqual([null, recent.rowId]);
});
