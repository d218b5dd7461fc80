import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { keepRetention } from "../../db/response-retention.js";
import { type Asking, type OpenForm, openForm, setPublished, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { mutate } from "../../testing/forms.js";
import { ask } from "../../testing/placements.js";

const day = 86_400_000;
let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture?.stop());

interface Views {
  form: { formSlug: string };
  from: string;
  to: string;
  total: number;
  byPlacement: { placementId: string; placement: { channel: { name: string } } | null; total: number }[];
  series: { day: string; views: number }[];
}
const query = `query ($slug: String!, $from: Date, $to: Date) { views: get_form_views(slug: $slug, from: $from, to: $to) {
  form { formSlug } from to total byPlacement { placementId placement { channel { name } } total } series { day views } } }`;
const viewsOf = async (client: Client, { form }: Pick<OpenForm, "form">, days: { from?: string; to?: string } = {}) =>
  (await client.data<{ views: Views | null }>(query, { slug: form.formSlug, ...days })).views;
const view = (
  { placement, form }: OpenForm,
  body: object | string = { formVariantId: form.publishedVariantId },
  asking?: Asking,
  by = visitor,
) => by.send("POST", `/v1/collect/${placement.publicKey}/views`, body, asking);
const counted = (client: Client, open: OpenForm, total: number) =>
  vi.waitFor(async () => expect((await viewsOf(client, open))?.total).toBe(total), polling);
const website = { channelId: "Website", config: { allowed_origins: ["https://shop.example"] } };

describe("POST /v1/collect/{publicKey}/views", () => {
  it("counts views by placement and UTC day, but not other requests, crawlers and prefetches", async () => {
    const client = fixture.client();
    const open = await openForm(client);
    const other = await openForm(fixture.client());
    fixture.clock.advance(day / 2 - 1);
    expect(await view(open)).toMatchObject({ status: 204, said: "" });
    fixture.clock.advance(1.5 * day + 1);
    const uncounted: Record<string, string>[] = [
      { "user-agent": "Googlebot/2.1" },
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
    ];
    for (const headers of uncounted) expect((await view(open, undefined, { headers })).status).toBe(204);
    await visitor.offer(open.placement, "ann");
    await visitor.start(open.placement);
    for (const method of ["GET", "HEAD"]) await visitor.send(method, `/f/${open.placement.publicKey}`);
    expect((await visitor.send("HEAD", `/v1/collect/${open.placement.publicKey}/views`)).status).toBe(405);
    await Promise.all([...Array.from({ length: 20 }, () => view(open)), view(other)]);
    await counted(client, open, 21);
    const { rowId: placementId } = open.placement;
    const views = await viewsOf(client, open, { from: "2026-05-31", to: "2026-06-03" });
    expect(views).toEqual({
      ...{ form: { formSlug: open.form.formSlug }, from: "2026-05-31", to: "2026-06-03", total: 21 },
      byPlacement: [{ placementId, placement: { channel: { name: "Hosted page" } }, total: 21 }],
      series: [
        { day: "2026-05-31", views: 0 },
        { day: "2026-06-01", views: 1 },
        { day: "2026-06-02", views: 0 },
        { day: "2026-06-03", views: 20 },
      ],
    });
    expect(await viewsOf(client, open, { to: "2026-06-02" })).toMatchObject({ from: "2026-05-04", total: 1 });
    expect(await viewsOf(client, open, { to: "2026-05-31" })).toMatchObject({ total: 0, byPlacement: [] });
    // A workspace cannot read the views of another workspace's form.
    expect(await viewsOf(fixture.client(), open)).toBeNull();
  });

  it("counts a view for the form that the rotation showed, with this form's placement", async () => {
    const client = fixture.client();
    const [second, main] = [await openForm(client, { input: website }), await openForm(client, { input: website })];
    const shares = [main, second].map(({ form }, index) => ({ formId: form.rowId, main: index === 0, share: index * 100 }));
    expect((await mutate(client, "set_form_promotion", { shares })).userErrors).toEqual([]);
    await view(main, { formVariantId: second.form.publishedVariantId });
    await counted(client, second, 1);
    expect((await viewsOf(client, second))?.byPlacement).toMatchObject([{ placementId: second.placement.rowId, total: 1 }]);
    expect(await viewsOf(client, main)).toMatchObject({ total: 0 });
  });

  it("rejects a wrong body with all errors, unknown versions, foreign origins and closed forms, and counts nothing", async () => {
    const client = fixture.client();
    const [open, other] = [await openForm(client, { input: website }), await openForm(fixture.client())];
    expect(wordsOf(await view(open, { formVariantId: "x", visitorId: "ann" }))).toBe("422 formVariantId INVALID, visitorId UNKNOWN_FIELD");
    expect(wordsOf(await view(open, {}))).toBe("422 formVariantId REQUIRED");
    expect(wordsOf(await view(open, "[]"))).toBe("400 BAD_REQUEST");
    for (const formVariantId of [newId(), other.form.publishedVariantId])
      expect(wordsOf(await view(open, { formVariantId }))).toBe("422 formVariantId NOT_FOUND");
    const from = (origin: string) => ({ headers: { origin } });
    expect(wordsOf(await view(open, undefined, from("https://elsewhere.example")))).toBe("403 origin_not_allowed");
    expect((await view(open, undefined, from("https://shop.example"))).headers.get("access-control-allow-origin")).toBe(
      "https://shop.example",
    );
    const preflight = await visitor.send(
      "OPTIONS",
      `/v1/collect/${open.placement.publicKey}/views`,
      undefined,
      from("https://shop.example"),
    );
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "GET, POST, PATCH"]);
    expect(wordsOf(await view({ ...open, placement: { ...open.placement, publicKey: "fpk_none" } }))).toBe("404 PUBLIC_KEY_UNKNOWN");
    await setPublished(client, open.placement.rowId, false);
    expect(wordsOf(await view(open))).toBe("410 FORM_CLOSED");
    await counted(client, open, 1);
  });
});

describe("the stored views", () => {
  it("add up exactly over two replicas, one of which stops", async () => {
    const client = fixture.client();
    const open = await openForm(client);
    const replica = await fixture.startReplica();
    const both = [visitor, visitors(fixture, replica.url)];
    await Promise.all(Array.from({ length: 200 }, (_, number) => view(open, undefined, {}, both[number % 2])));
    await replica.stop();
    await counted(client, open, 200);
    await view(open);
    await counted(client, open, 201);
  });

  it("of a workspace are written while another workspace's write waits for a lock, and after this wait", async () => {
    const [slow, quick] = [fixture.client(), fixture.client()];
    const [slowForm, quickForm] = [await openForm(slow), await openForm(quick)];
    await view(slowForm);
    await counted(slow, slowForm, 1);
    await fixture.admin.query("BEGIN");
    await fixture.admin.query("SELECT FROM form_views WHERE workspace_id = $1 FOR UPDATE", [slow.workspaceId]);
    await Promise.all([view(slowForm), view(quickForm)]);
    await counted(quick, quickForm, 1);
    await view(quickForm);
    await counted(quick, quickForm, 2);
    expect((await viewsOf(slow, slowForm))?.total).toBe(1);
    await fixture.admin.query("COMMIT");
    await counted(slow, slowForm, 2);
  });

  it("stay without their placement, and are deleted with their form and after responseRetentionDays", async () => {
    const client = fixture.client();
    const [old, deleted] = [await openForm(client), await openForm(client)];
    await Promise.all([view(old), view(deleted)]);
    await Promise.all([counted(client, old, 1), counted(client, deleted, 1)]);
    await ask(client, "remove_form_placement", { selection: "deletedId" }, { placementId: old.placement.rowId });
    expect((await viewsOf(client, old))?.byPlacement).toEqual([{ placementId: old.placement.rowId, placement: null, total: 1 }]);
    const rows = async () =>
      (await fixture.admin.query("SELECT form_id FROM form_views WHERE workspace_id = $1", [client.workspaceId])).rows.map(
        ({ form_id }) => form_id,
      );
    const shares = [{ formId: old.form.rowId, main: true, share: 100 }];
    await mutate(client, "set_form_promotion", { shares: [...shares, { formId: deleted.form.rowId, main: false, share: 0 }] });
    await mutate(client, "delete_form", { formId: deleted.form.rowId });
    expect(await rows()).toEqual([old.form.rowId]);
    const keep = () =>
      fixture.running.parts.database.transaction({ workspaceId: client.workspaceId }, (tx) =>
        keepRetention(tx, 30, fixture.clock.now().toISOString()),
      );
    fixture.clock.advance(30 * day);
    await keep();
    const dueAt = async () =>
      (await fixture.admin.query("SELECT due_at FROM response_retentions WHERE workspace_id = $1", [client.workspaceId])).rows[0].due_at;
    await vi.waitFor(async () => expect((await dueAt()).getTime()).toBeGreaterThan(fixture.clock.now().getTime()), polling);
    expect(await rows()).toEqual([old.form.rowId]);
    fixture.clock.advance(day);
    await vi.waitFor(async () => expect(await rows()).toEqual([]), polling);
  });
});

it.each([
  [{ from: "2026-06-02" }, "`from` must not be after `to`"],
  [{ from: "2016-01-01" }, "At most 3700 days are allowed"],
])("get_form_views rejects %o by name, with the field null", async (days, message) => {
  const client = fixture.client();
  const { form } = await openForm(client);
  const { data, errors } = await client.call(query, { slug: form.formSlug, to: "2026-06-01", ...days });
  expect(data).toEqual({ views: null });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: "BAD_USER_INPUT", argument: "from" },
  });
});
