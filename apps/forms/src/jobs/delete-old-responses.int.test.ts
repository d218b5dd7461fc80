import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { keepRetention } from "../db/response-retention.js";
import { type OpenForm, openForm, type Visitors, visitors } from "../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { startIncentivesFixture } from "../testing/incentives.js";

const day = 24 * 3_600_000;
let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { RESPONSE_ABANDONED_AFTER_MINUTES: "525600" });
  visitor = visitors(fixture);
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());

/** Stores the workspace's retention period in days, as the consumer `keep-workspace` does. */
const keep = ({ workspaceId }: Client, days: number | null, updatedAt = fixture.clock.now().toISOString()) =>
  fixture.running.parts.database.transaction({ workspaceId }, (tx) => keepRetention(tx, days, updatedAt));
const complete = async ({ placement }: Pick<OpenForm, "placement">, visitorId: string) => {
  const { said } = await visitor.start(placement, { visitorId, answers: { stars: 4, why: "I like the fast delivery" } });
  await visitor.change(placement, said.id, { outcome: "COMPLETE" });
  return said.id as string;
};
const idsOf = async ({ workspaceId }: Client) =>
  (await fixture.admin.query("SELECT row_id FROM form_responses WHERE workspace_id = $1 ORDER BY created_at", [workspaceId])).rows.map(
    ({ row_id }) => row_id,
  );
const rowsOf = async (table: string, id: string) =>
  (await fixture.admin.query(`SELECT FROM ${table} WHERE response_id = $1`, [id])).rowCount;

describe("a response", () => {
  it("is deleted after responseRetentionDays, with its insights and one event, in this workspace only", async () => {
    const [client, other] = [fixture.client(), fixture.client()];
    const [mine, others] = [await openForm(client), await openForm(other)];
    const [old, kept] = [await complete(mine, "ann"), await complete(others, "ann")];
    await fixture.admin.query(
      `INSERT INTO insight_answers (answer_id, workspace_id, created_at, response_id, form_id, form_slug, question, mined, readable)
       VALUES ($1, $2, now(), $3, $4, 'slug', 'why', true, true)`,
      [newId(), client.workspaceId, old, mine.form.rowId],
    );
    fixture.clock.advance(10 * day);
    const recent = await complete(mine, "bo");
    fixture.clock.advance(21 * day);
    await keep(client, 30);
    await vi.waitFor(async () => expect(await idsOf(client)).toEqual([recent]), polling);
    expect([await rowsOf("insight_answers", old), await rowsOf("trust_marks", old)]).toEqual([0, 0]);
    expect(await idsOf(other)).toEqual([kept]);
    const events = (await client.events()).filter(({ what }) => what === "form_response.deleted");
    expect(events).toMatchObject([{ recordId: old, data: { rowId: old, formId: mine.form.rowId } }]);
    expect((await visitor.read(mine.placement, old)).status).toBe(404);
    // The job checks the workspace again after an hour.
    fixture.clock.advance(10 * day);
    await vi.waitFor(async () => expect(await idsOf(client)).toEqual([]), polling);
  });

  it("is kept without the setting, after its removal, and despite an older event", async () => {
    const client = fixture.client();
    const form = await openForm(client);
    const id = await complete(form, "ann");
    await keep(client, null, "2026-05-01T10:00:00.000Z");
    fixture.clock.advance(400 * day);
    await keep(client, null);
    await keep(client, 1, "2026-05-01T10:00:00.000Z");
    const other = fixture.client();
    await complete(await openForm(other), "bo");
    fixture.clock.advance(2 * day);
    await keep(other, 1);
    await vi.waitFor(async () => expect(await idsOf(other)).toEqual([]), polling);
    expect(await idsOf(client)).toEqual([id]);
  });

  it("is deleted in batches, once across two replicas", async () => {
    const client = fixture.client();
    const form = await openForm(client);
    const id = await complete(form, "ann");
    await fixture.admin.query("SET session_replication_role = replica");
    const { rows } = await fixture.admin.query("SELECT to_jsonb(r) AS row FROM form_responses r WHERE row_id = $1", [id]);
    await fixture.admin.query(
      `INSERT INTO form_responses SELECT (jsonb_populate_record(NULL::form_responses, $1::jsonb || jsonb_build_object('row_id', gen_random_uuid()))).*
       FROM generate_series(1, 500)`,
      [rows[0].row],
    );
    await fixture.admin.query("RESET session_replication_role");
    fixture.clock.advance(2 * day);
    await keep(client, 1);
    await vi.waitFor(async () => expect(await idsOf(client)).toEqual([]), polling);
    const deleted = (await client.events()).filter(({ what }) => what === "form_response.deleted");
    expect(new Set(deleted.map(({ recordId }) => recordId)).size).toBe(501);
    expect(deleted).toHaveLength(501);
  });
});

it("the setting comes from the events of workspace", async () => {
  const own = await startIncentivesFixture(inject("adminUrl"));
  try {
    const { workspaceId } = own.client();
    const settings = (responseRetentionDays: number | null, updatedAt: string) => ({
      ...{ workspaceId, createdAt: "2026-05-01T10:00:00.000Z", updatedAt, name: "Shop", isTest: false },
      ...{ timeZone: "UTC", reportingCurrency: null, defaultTrustFloor: null, responseRetentionDays },
    });
    const daysOf = async () =>
      (await own.admin.query("SELECT days FROM response_retentions WHERE workspace_id = $1", [workspaceId])).rows.map(({ days }) => days);
    await own.emitEvent(workspaceCreated, workspaceId, workspaceId, settings(null, "2026-05-01T10:00:00.000Z"));
    expect(await daysOf()).toEqual([null]);
    const changed = { ...settings(30, "2026-05-02T10:00:00.000Z"), changed: ["responseRetentionDays" as const] };
    await own.emitEvent(workspaceUpdated, workspaceId, workspaceId, changed);
    expect(await daysOf()).toEqual([30]);
  } finally {
    await own.stop();
  }
});
