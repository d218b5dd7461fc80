import { readFile } from "node:fs/promises";
import { jobResultSigner } from "@offergraph/shared/access/job-result";
import { visitorHeader, visitorSigner } from "@offergraph/shared/access/visitor";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { suspendJobs } from "@offergraph/testkit/suspended-jobs";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, addPartner, bodyOf, createCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { finishedJob, jobOf, startJob, storedJob } from "../../testing/jobs.js";
import { messyCsv } from "../../testing/messy-csv.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const { code: _code, aliased_codes: _aliases, ...body } = bodyOf({ title: "Summer" });
const generate = "generate_discount_codes";

interface StoredCode {
  id: string;
  code: string;
  title: string;
  partner: string | null;
  tags: string[];
}
const codes = async (of = client): Promise<StoredCode[]> =>
  (
    await fixture.admin.query(
      `SELECT row_id AS id, code, title, partner_id AS partner, tag_names AS tags FROM discount_codes WHERE workspace_id = $1 ORDER BY row_id`,
      [of.workspaceId],
    )
  ).rows;
const eventsOf = async (what: string) => (await client.events()).filter((event) => event.what === what);

describe("generate_discount_codes", () => {
  it("creates different codes with the fields, partner, campaign, tags and placement of the input", async () => {
    const [connectionId, partnerId] = [await addConnection(fixture, client), await addPartner(fixture, client, "Ann", "ann")];
    const { create_campaign: made } = await client.data<{ create_campaign: { campaign: { rowId: string } } }>(
      'mutation { create_campaign(input: { name: "June" }) { campaign { rowId } } }',
    );
    const input = { count: 30, pattern: "SUMMER-####", body: { ...body, tags: { sun: "yellow" } } };
    const job = await jobOf(client, generate, { ...input, connectionId, partnerId: "@ann", campaignId: "June" });
    expect(job).toMatchObject({ kind: "GENERATE_DISCOUNT_CODES", state: "QUEUED", done: 0, total: 30, errors: [] });
    expect(await finishedJob(fixture, job.rowId)).toMatchObject({ state: "SUCCEEDED", done: 30, errorCount: 0 });
    const created = await codes();
    expect(new Set(created.map(({ code }) => code)).size).toBe(30);
    for (const code of created) {
      expect(code).toMatchObject({ title: "Summer", partner: partnerId, tags: ["sun"] });
      expect(code.code).toMatch(/^SUMMER-[2-9A-HJKMNP-Z]{4}$/);
    }
    const events = await eventsOf("discount_code.created");
    expect(events.map(({ recordId }) => recordId).sort()).toEqual(created.map(({ id }) => id).sort());
    expect(events[0]?.data).toMatchObject({ partnerId, tags: { sun: "yellow" }, placements: [{ connectionId }] });
    expect(await eventsOf("campaign.assigned")).toMatchObject([{ recordId: made.campaign.rowId }]);
    const finished = { rowId: job.rowId, state: "SUCCEEDED", done: 30, total: 30 };
    expect(await eventsOf("job.created")).toMatchObject([{ recordId: job.rowId, data: { state: "QUEUED", sequence: 0 } }]);
    expect(await eventsOf("job.finished")).toMatchObject([{ recordId: job.rowId, data: finished }]);
  });

  it("creates one job per Idempotency-Key", async () => {
    const input = { count: 2, body };
    const first = await startJob(client, generate, input, "one");
    expect(await startJob(client, generate, input, "one")).toEqual(first);
    await finishedJob(fixture, first.job?.rowId ?? "");
    expect(await codes()).toHaveLength(2);
  });

  it("reports all errors at once, also for records of another workspace, and creates no job", async () => {
    const other = fixture.client();
    const [connectionId, partnerId] = [await addConnection(fixture, other), await addPartner(fixture, other, "Bo")];
    const wrong = {
      ...body,
      code: "X",
      aliased_codes: [],
      value_percent: 101,
      start_at: "2026-06-02T00:00:00Z",
      ends_at: "2026-06-01T00:00:00Z",
    };
    const input = { count: 8, pattern: "A#", body: wrong, connectionId, partnerId, campaignId: newId() };
    const { job, userErrors } = await startJob(client, generate, input);
    expect(job).toBeNull();
    expect(pathsOf(userErrors)).toEqual([
      "input.body.aliased_codes INVALID",
      "input.body.code INVALID",
      "input.body.ends_at OUT_OF_RANGE",
      "input.body.value_percent OUT_OF_RANGE",
      "input.campaignId NOT_FOUND",
      "input.connectionId NOT_FOUND",
      "input.partnerId NOT_FOUND",
      "input.pattern OUT_OF_RANGE",
    ]);
    for (const [wanted, more] of [
      ["input.count OUT_OF_RANGE", { count: 0 }],
      ["input.count OUT_OF_RANGE", { count: 10_001 }],
      ["input.pattern INVALID", { pattern: "A B####" }],
    ] as const)
      expect(pathsOf((await startJob(client, generate, { count: 1, body, ...more })).userErrors)).toEqual([wanted]);
    expect(await client.events()).toEqual([]);
    expect((await fixture.admin.query("SELECT FROM jobs WHERE workspace_id = $1", [client.workspaceId])).rowCount).toBe(0);
  });

  it("skips codes that are in use, and fails if too few are free", async () => {
    const taken = "23456789ABCDEFGHJKMNPQRSTUVWXYZ".slice(0, 27);
    for (const letter of taken) await createCode(client, { code: `t${letter}` });
    const { rowId } = await jobOf(client, generate, { count: 4, pattern: "T#", body });
    expect(await finishedJob(fixture, rowId)).toMatchObject({ state: "SUCCEEDED", done: 4 });
    const next = await jobOf(client, generate, { count: 1, pattern: "T#", body });
    expect(await finishedJob(fixture, next.rowId)).toMatchObject({ state: "FAILED", done: 0, errors: [{ field: "pattern" }] });
    expect(await codes()).toHaveLength(31);
    expect(await eventsOf("job.finished")).toMatchObject([{ data: { state: "SUCCEEDED" } }, { data: { state: "FAILED", errorCount: 1 } }]);
  });

  it("rejects more than 20 unfinished jobs of a workspace", async () => {
    await fixture.admin.query(
      `INSERT INTO jobs (row_id, workspace_id, created_at, updated_at, kind, parameters, reported_at)
       SELECT gen_random_uuid(), $1, now(), now(), 'GENERATE_DISCOUNT_CODES', '{}', now() FROM generate_series(1, 20)`,
      [client.workspaceId],
    );
    expect(pathsOf((await startJob(client, generate, { count: 1, body })).userErrors)).toEqual(["input LIMIT_EXCEEDED"]);
  });
});

const importCodes = "import_discount_codes";

describe("import_discount_codes", () => {
  it("creates the codes of good rows, reports each bad row, and creates nothing if repeated", async () => {
    const { text: csv, good, bad } = messyCsv(1_200);
    const existing = await createCode(client, { code: "spring000000" });
    const first = await startJob(client, importCodes, { csv }, "one");
    expect(first).toMatchObject({ job: { total: 1_200, done: 0 }, ignoredColumns: ["Purchase Type"], userErrors: [] });
    expect(await startJob(client, importCodes, { csv }, "one")).toEqual(first);
    const job = await finishedJob(fixture, first.job?.rowId ?? "");
    expect(job).toMatchObject({ state: "SUCCEEDED", done: 1_200, errorCount: bad.length });
    expect(job.errors.map(({ row, field }) => ({ line: row, column: field }))).toEqual(bad);
    expect((await codes()).find(({ id }) => id === existing.rowId)).toMatchObject({ code: "spring000000", title: existing.title });
    // The imported file contains an existing code, which the import does not change.
    expect([(await codes()).length, (await eventsOf("discount_code.created")).length]).toEqual([good, good]);
    expect((await fixture.admin.query("SELECT FROM job_parts WHERE job_id = $1", [job.rowId])).rowCount).toBe(0);

    const again = await jobOf(client, importCodes, { csv });
    expect(await finishedJob(fixture, again.rowId)).toMatchObject({ state: "SUCCEEDED", errorCount: bad.length });
    expect([(await codes()).length, (await eventsOf("discount_code.created")).length]).toEqual([good, good]);
  });

  it("does not change codes of another workspace, and creates the same code in both", async () => {
    const other = fixture.client();
    await createCode(other, { code: "SAME", title: "Theirs" });
    const { rowId } = await jobOf(client, importCodes, { csv: "Code,Value\nSAME,5%\n" });
    expect(await finishedJob(fixture, rowId)).toMatchObject({ state: "SUCCEEDED", errorCount: 0 });
    expect([await codes(), await codes(other)]).toMatchObject([[{ title: "SAME" }], [{ title: "Theirs" }]]);
  });

  it("keeps the first 100 errors and counts all", async () => {
    const { rowId } = await jobOf(client, importCodes, { csv: `Code;Value\n${"X;none\n".repeat(130)}` });
    const { errors, ...job } = await finishedJob(fixture, rowId);
    expect([job, errors.length, errors[0], errors[1]]).toMatchObject([
      { state: "SUCCEEDED", done: 130, errorCount: 130 },
      100,
      { row: 2, field: "Value" },
      { row: 3, field: "Code", message: "Line 2 already has this code (case is ignored)." },
    ]);
  });

  it.each([
    ["", "TOO_SHORT"],
    ["Name,Worth\na,1", "INVALID"],
    ["Code,Value,Coupon\na,1,b", "INVALID"],
    ["Code,Value\n\0,1", "INVALID"],
    [`Code,Value\n${"a,1%\n".repeat(10_001)}`, "LIMIT_EXCEEDED"],
    ["x".repeat(1_000_001), "TOO_LONG"],
  ])("rejects a file that it cannot read, and creates no job (%#)", async (csv, code) => {
    const { job, userErrors } = await startJob(client, importCodes, { csv });
    expect([job, pathsOf(userErrors)]).toEqual([null, [`input.csv ${code}`]]);
    expect(await client.events()).toEqual([]);
  });
});

const exportRecords = "export_records";

describe("export_records", () => {
  const linkOf = (jobId: string, { workspaceId } = client, service = "discounts", key = testSigningKey) =>
    `/v1/job-results/${service}/${jobResultSigner(key, service).sign({ workspaceId, jobId }, fixture.clock.now().getTime())}`;
  const download = (path: string, method = "GET") => {
    const visitor = visitorSigner(testSigningKey).sign({ address: "203.0.113.1", requestId: "download" }, Date.now() + 315_360_000_000);
    return fetch(new URL(path, fixture.running.url), { method, headers: { [visitorHeader]: visitor } });
  };
  const exported = async (input: object) => {
    const { rowId } = await jobOf(client, exportRecords, { recordType: "DISCOUNT_CODE", ...input });
    const job = await finishedJob(fixture, rowId);
    return { ...job, response: await download(linkOf(rowId)) };
  };

  it("writes the codes that match the filter to an NDJSON file, without codes of other workspaces", async () => {
    await createCode(fixture.client());
    const connectionId = await addConnection(fixture, client);
    const first = await createCode(client, { code: "ONE", aliased_codes: [{ code: "UNO" }], tags: { vip: "red" } }, connectionId);
    await createCode(client, { code: "DRAFT", status: "DRAFT" });
    const second = await createCode(client, { code: "TWO", value_percent: 12.5, usage_limit: 3 });
    const { response, ...job } = await exported({ format: "NDJSON", filter: { status: { equalTo: "ACTIVE" } } });
    expect(job).toMatchObject({ kind: "EXPORT_RECORDS", state: "SUCCEEDED", done: 2, total: 2 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="discount-codes-${job.rowId}.ndjson"`,
      "cache-control": "private, no-store",
    });
    const lines = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { rowId: first.rowId, code: "ONE", aliasedCodes: ["UNO"], tags: { vip: "red" }, connectionIds: [connectionId], startAt: null },
      { rowId: second.rowId, code: "TWO", valueKind: "percent", valuePercent: "12.5", usageLimit: 3, connectionIds: [] },
    ]);
  });

  it("writes a CSV file with a header, which spreadsheets do not run", async () => {
    await createCode(client, { code: "-ONE", title: '=1+"1"' });
    const { response } = await exported({ format: "CSV" });
    const [header, row, end] = (await response.text()).split("\r\n");
    expect(header).toBe(
      "rowId,createdAt,updatedAt,code,aliasedCodes,title,displayName,valueKind,valuePercent,valueAmount,usageLimit,usageCount,startAt,endsAt,oneTimePurchase,status,isPublic,publicTier,origin,createdBy,tags,partnerId,connectionIds",
    );
    expect(row).toContain(`,'-ONE,[],"'=1+""1""",,percent,10,,,0,,,false,ACTIVE,false,,,SERVICE,{},,[]`);
    expect(end).toBe("");
    const empty = await exported({ format: "CSV", filter: { code: { equalTo: "none" } } });
    expect([empty.total, await empty.response.text()]).toEqual([0, `${header}\r\n`]);
  });

  it.each([
    ["input.filter.status.equalTo INVALID", { status: { equalTo: "PAUSED" } }],
    ["input.filter.and.0.color INVALID", { and: [{ color: { equalTo: "red" } }] }],
    ["input.filter.createdAt.lessThan INVALID", { createdAt: { lessThan: "yesterday" } }],
    ["input.filter.rowId.equalTo INVALID", { rowId: { equalTo: 1 } }],
    ["input.filter.partnerId INVALID", { partnerId: "Twin" }],
  ])("reports %s, and creates no job", async (path, filter) => {
    for (const handle of ["one", "two"]) await addPartner(fixture, client, "Twin", handle);
    const { job, userErrors } = await startJob(client, exportRecords, { recordType: "DISCOUNT_CODE", format: "CSV", filter });
    expect([job, pathsOf(userErrors)]).toEqual([null, [path]]);
    expect(await client.events()).toEqual([]);
  });

  it("fails if a name in the filter becomes ambiguous before the job starts", async () => {
    await addPartner(fixture, client, "Twin", "one");
    const lock = "hashtextextended($1 || ' run job', 0)";
    await fixture.admin.query(`SELECT pg_advisory_lock(${lock})`, [client.workspaceId]);
    const { rowId } = await jobOf(client, exportRecords, { recordType: "DISCOUNT_CODE", format: "CSV", filter: { partnerId: "Twin" } });
    await addPartner(fixture, client, "Twin", "two");
    await fixture.admin.query(`SELECT pg_advisory_unlock(${lock})`, [client.workspaceId]);
    expect(await finishedJob(fixture, rowId)).toMatchObject({ state: "FAILED", errorCount: 1, errors: [{ row: null, field: "filter" }] });
  });

  it("serves the file only with a valid link, and deletes the file after 24 hours and the job after 30 days", async () => {
    await createCode(client);
    const { rowId } = await exported({ format: "NDJSON" });
    const link = linkOf(rowId);
    expect((await download(link, "HEAD")).status).toBe(200);
    const wrong = [`${link}x`, linkOf(rowId, client, "discounts", "another key that is long enough for it")];
    for (const path of wrong) expect((await download(path)).status).toBe(403);
    expect((await download(linkOf(rowId, fixture.client()))).status).toBe(404);
    const parts = async () => (await fixture.admin.query("SELECT FROM job_parts WHERE job_id = $1", [rowId])).rowCount;
    fixture.clock.advance(3_600_001);
    expect([(await download(link)).status, (await download(linkOf(rowId))).status, await parts()]).toEqual([403, 200, 1]);
    fixture.clock.advance(23 * 3_600_000);
    await expect.poll(parts, polling).toBe(0);
    expect((await download(linkOf(rowId))).status).toBe(404);
    const rows = async (table: string) =>
      (await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rowCount;
    expect([await rows("jobs"), await rows("job_queue")]).toEqual([1, 1]);
    fixture.clock.advance(29 * 86_400_000);
    await expect.poll(async () => [await rows("jobs"), await rows("job_queue")], polling).toEqual([0, 0]);
  });
});

it("processes each record once in reduced batches", async () => {
  const lock = "hashtextextended($1 || ' run job', 0)";
  const withSmallBatches = async (operation: string, input: object) => {
    await fixture.admin.query(`SELECT pg_advisory_lock(${lock})`, [client.workspaceId]);
    const { rowId } = await jobOf(client, operation, input);
    await fixture.admin.query("UPDATE jobs SET batch_divisor = 4096 WHERE row_id = $1", [rowId]);
    await fixture.admin.query(`SELECT pg_advisory_unlock(${lock})`, [client.workspaceId]);
    return finishedJob(fixture, rowId);
  };
  const csv = `Code,Value\n${Array.from({ length: 9 }, (_, index) => `SMALL-${index},${1 + (index % 4)}%\n`).join("")}`;
  expect(await withSmallBatches(importCodes, { csv })).toMatchObject({ state: "SUCCEEDED", done: 9, errorCount: 0 });
  expect(await codes()).toHaveLength(9);
  const filter = { valuePercent: { equalTo: "1" } };
  const { rowId, ...job } = await withSmallBatches(exportRecords, { recordType: "DISCOUNT_CODE", format: "NDJSON", filter });
  expect(job).toMatchObject({ state: "SUCCEEDED", done: 3, total: 3 });
  const parts = await fixture.admin.query("SELECT content FROM job_parts WHERE job_id = $1 ORDER BY position", [rowId]);
  expect(parts.rows.map(({ content }) => JSON.parse(content).code)).toEqual(["SMALL-0", "SMALL-4", "SMALL-8"]);
});

it("queues the finished jobs of earlier versions for their deletion, and deletes their parameters", async () => {
  const { rowId } = await jobOf(client, generate, { count: 1, body });
  const recent = await jobOf(client, generate, { count: 1, body });
  for (const one of [rowId, recent.rowId]) await finishedJob(fixture, one);
  const { admin, running } = fixture;
  await admin.query("DELETE FROM job_queue WHERE workspace_id = $1", [client.workspaceId]);
  const change = "UPDATE jobs SET finished_at = finished_at - $2::interval, parameters = '{\"filter\":1}' WHERE row_id = $1";
  await admin.query(change, [rowId, "40 days"]);
  await admin.query(change, [recent.rowId, "0"]);
  const migration = new URL("../../../prisma/migrations/20261123211000_finished_jobs/migration.sql", import.meta.url);
  await running.parts.pool.query(await readFile(migration, "utf8"));
  const text = `
    SELECT j.row_id, parameters, q.due_at - finished_at = interval '30 days' AS queued
    FROM jobs j LEFT JOIN job_queue q ON q.job_id = j.row_id WHERE j.workspace_id = $1`;
  const jobs = async () => (await admin.query(text, [client.workspaceId])).rows;
  await expect.poll(jobs, polling).toEqual([{ row_id: recent.rowId, parameters: "{}", queued: true }]);
});

it("continues after a stop of the service, and creates each code once", async () => {
  const own = await startFixture(inject("adminUrl"));
  const stopping = own.client();
  // Suspends the job in the middle, because the job can end before the service stops.
  const resume = await suspendJobs(own.admin, 750);
  const { rowId } = await jobOf(stopping, generate, { count: 1_500, body });
  await expect.poll(async () => (await storedJob(own, rowId)).done, { ...polling, interval: 5 }).toBeGreaterThan(0);
  await own.running.stop();
  const { done, state } = await storedJob(own, rowId);
  const created = async () =>
    (await own.admin.query("SELECT count(*)::int AS made FROM discount_codes WHERE workspace_id = $1", [stopping.workspaceId])).rows[0]
      .made;
  expect([await created(), state]).toEqual([done, "RUNNING"]);
  expect(done).toBeLessThan(1_500);
  await resume(own.clock.now());
  await own.startReplica();
  expect(await finishedJob(own, rowId)).toMatchObject({ state: "SUCCEEDED", done: 1_500 });
  expect(await created()).toBe(1_500);
  const { rows } = await own.admin.query(
    "SELECT DISTINCT subject, event->>'subject' AS id FROM outbox_events WHERE subject LIKE '%discount_code.created%'",
  );
  expect(rows).toHaveLength(1_500);
  await own.stop();
});

describe("the warnings of jobs", () => {
  const warningsOf = async (operation: string, input: object) => {
    const { rowId } = await jobOf(client, operation, input);
    const { state, warnings = [] } = await finishedJob(fixture, rowId);
    expect(state).toBe("SUCCEEDED");
    const [finished] = await eventsOf("job.finished").then((events) => events.filter((event) => event.recordId === rowId));
    expect(finished?.data.warnings).toEqual(warnings);
    return warnings.map(({ code, recordIds, next }) => `${code} ${recordIds.length} ${next.operation}`);
  };

  it("name the first 20 of the created codes that no store gets", async () => {
    const input = { count: 300, body: { ...body, status: "ACTIVE" } };
    expect(await warningsOf(generate, input)).toEqual(["CODE_ON_NO_STORE 20 add_discount_placements"]);
    expect(await warningsOf(generate, { ...input, count: 2, connectionId: await addConnection(fixture, client) })).toEqual([]);
    expect(await warningsOf(generate, { count: 2, body: { ...body, status: "DRAFT" } })).toEqual([]);
    const csv = "code,value,status\nONE,10%,ACTIVE\nTWO,10%,DRAFT\nTHREE,10%,EXPIRED\n";
    expect(await warningsOf(importCodes, { csv })).toEqual(["CODE_ON_NO_STORE 1 add_discount_placements"]);
    expect(await warningsOf(importCodes, { csv })).toEqual([]);
  });
});
