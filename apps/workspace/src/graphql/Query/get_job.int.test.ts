import { jobResultSigner } from "@offergraph/shared/access/job-result";
import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import { newId } from "@offergraph/shared/time/ids";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { type RegisteredJobRow, upsertJob } from "../../db/jobs.js";
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

it("returns null for an unknown id and for a job of another workspace", async () => {
  const record = jobOf();
  await register(fixture.client().workspaceId, record);
  expect(await get(fixture.client(), record.rowId)).toBeNull();
  expect(await get(fixture.client(), newId())).toBeNull();
});
