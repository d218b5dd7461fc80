import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, addPartner, bodyOf, createCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { finishedJob, jobOf, startJob, storedJob } from "../../testing/jobs.js";

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

it("continues after a stop of the service, and creates each code once", async () => {
  const own = await startFixture(inject("adminUrl"));
  const stopping = own.client();
  const { rowId } = await jobOf(stopping, generate, { count: 1_500, body });
  await expect.poll(async () => (await storedJob(own, rowId)).done, { ...polling, interval: 5 }).toBeGreaterThan(0);
  await own.running.stop();
  const { done, state } = await storedJob(own, rowId);
  const created = async () =>
    (await own.admin.query("SELECT count(*)::int AS made FROM discount_codes WHERE workspace_id = $1", [stopping.workspaceId])).rows[0]
      .made;
  expect([await created(), state]).toEqual([done, "RUNNING"]);
  expect(done).toBeLessThan(1_500);
  await own.startReplica();
  expect(await finishedJob(own, rowId)).toMatchObject({ state: "SUCCEEDED", done: 1_500 });
  expect(await created()).toBe(1_500);
  const { rows } = await own.admin.query(
    "SELECT DISTINCT subject, event->>'subject' AS id FROM outbox_events WHERE subject LIKE '%discount_code.created%'",
  );
  expect(rows).toHaveLength(1_500);
  await own.stop();
});
