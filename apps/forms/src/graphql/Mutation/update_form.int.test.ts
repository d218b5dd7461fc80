import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { formStatuses } from "../../domain/ordinals.js";
import { transitionError } from "../../domain/status.js";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, done, type Form, getForm, getRotation, mutate, publishForm, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});
const update = (formId: unknown, body: object, key?: string) => mutate(client, "update_form", { formId, body }, key);
const reasons = [
  { key: "price", what: "Too dear" },
  { key: "size_2", what: "Too small" },
];

describe("update_form", () => {
  it("changes only the supplied fields, and emits their names", async () => {
    const { rowId } = await createForm(client, "Before");
    fixture.clock.advance(1000);
    const body = {
      title: "After",
      surfaces: ["EMAIL_SHAREABLE"],
      priority: 5,
      view_type: "PICKER",
      returning_enabled: true,
      starts_at: "2026-07-01T00:00:00+02:00",
      ends_at: "2026-08-01T00:00Z",
      enable_repeat: true,
      enable_ends_at: true,
      tags: { vip: "red", "50%": "default" },
      reason_set: { question_key: "why", reasons },
    };
    const form = await done(update(rowId, body));
    expect(form).toMatchObject({
      title: "After",
      formSlug: "before",
      surfaces: ["EMAIL_SHAREABLE"],
      priority: 5,
      status: "DRAFT",
      viewType: "PICKER",
      returningEnabled: true,
      startsAt: "2026-06-30T22:00:00.000Z",
      endsAt: "2026-08-01T00:00:00.000Z",
      enableRepeat: true,
      enableEndsAt: true,
      tags: { vip: "red", "50%": "default" },
      reasonSet: { questionId: null, questionKey: "why", reasons },
    });
    expect((await client.events()).at(-1)).toMatchObject({
      what: "form.updated",
      recordId: rowId,
      data: { title: "After", tags: { vip: "red" }, changed: expect.arrayContaining(["title", "reasonSet", "tags", "updatedAt"]) },
    });
    fixture.clock.advance(1000);
    const cleared = await done(update("After", { title: null, starts_at: null, ends_at: null, reason_set: null, priority: 5 }));
    expect(cleared).toMatchObject({ title: null, startsAt: null, endsAt: null, reasonSet: null, priority: 5, viewType: "PICKER" });
    expect((await client.events()).at(-1)?.data.changed).toEqual(["title", "startsAt", "endsAt", "reasonSet", "updatedAt"]);
  });

  it("never moves updatedAt backwards", async () => {
    const form = await createForm(client);
    // Sets the clock back. In production, a slow clock or a long lock wait can make a change's time too early. `updatedAt` must not
    // decrease, because consumers order events by `updatedAt`.
    fixture.clock.advance(-1000);
    const changed = await done(update(form.rowId, { title: "Second" }));
    fixture.clock.advance(1000);
    expect(changed.updatedAt).toBe(form.updatedAt);
    expect((await client.events()).at(-1)).toMatchObject({ data: { title: "Second", updatedAt: form.updatedAt } });
  });

  it("writes nothing and emits no event without a change", async () => {
    const form = await createForm(client);
    fixture.clock.advance(1000);
    expect(await done(update(form.rowId, {}))).toEqual(form);
    expect(await done(update(form.rowId, { title: "A form", status: "DRAFT", tags: {}, surfaces: [] }))).toEqual(form);
    expect(await client.events()).toHaveLength(1);
  });

  it("returns all errors with their paths, and changes nothing", async () => {
    const form = await createForm(client);
    const { userErrors } = await update(form.rowId, {
      title: "",
      surfaces: null,
      priority: -1,
      status: null,
      view_type: null,
      returning_enabled: null,
      starts_at: "2026-08-01T00:00:00Z",
      ends_at: "2026-08-01T00:00:00Z",
      tags: { good: "red", bad: "mauve", "": "red", ["t".repeat(181)]: "red" },
      reason_set: { question_key: "", reasons: [reasons[0], reasons[0], { key: "Bad", what: "" }] },
    });
    expect(pathsOf(userErrors)).toEqual(
      [
        "title TOO_SHORT",
        "surfaces REQUIRED",
        "priority OUT_OF_RANGE",
        "status REQUIRED",
        "view_type REQUIRED",
        "returning_enabled REQUIRED",
        "ends_at OUT_OF_RANGE",
        "tags.bad INVALID",
        "tags. TOO_SHORT",
        `tags.${"t".repeat(181)} TOO_LONG`,
        "reason_set.question_key TOO_SHORT",
        "reason_set.reasons.1.key TAKEN",
        "reason_set.reasons.2.key INVALID",
        "reason_set.reasons.2.what TOO_SHORT",
      ]
        .map((line) => `input.body.${line}`)
        .sort(),
    );
    expect(await getForm(client, form.formSlug)).toEqual(form);
    expect(await client.events()).toHaveLength(1);
  });

  it("reports a time that conflicts with the stored one at the supplied field", async () => {
    const { rowId } = await createForm(client);
    await done(update(rowId, { ends_at: "2026-08-01T00:00:00Z" }));
    expect(pathsOf((await update(rowId, { starts_at: "2026-08-02T00:00:00Z" })).userErrors)).toEqual(["input.body.starts_at OUT_OF_RANGE"]);
  });

  it("finds a form by id, slug or title, and rejects an ambiguous title", async () => {
    const [one, two] = [await createForm(client, "Twin"), await createForm(client, "Twin")];
    expect((await done(update(two.formSlug, { priority: 1 }))).rowId).toBe(two.rowId);
    expect((await done(update(one.rowId.toUpperCase(), { priority: 2 }))).rowId).toBe(one.rowId);
    expect((await done(update({ name: "twin" }, { priority: 3 }))).rowId).toBe(one.rowId);
    expect(pathsOf((await update("Twin", { priority: -3 })).userErrors)).toEqual([
      "input.body.priority OUT_OF_RANGE",
      "input.formId AMBIGUOUS_REF",
    ]);
    const times = { starts_at: "2026-08-02T00:00:00Z", ends_at: "2026-08-01T00:00:00Z" };
    expect(pathsOf((await update("nobody", times)).userErrors)).toEqual(["input.body.ends_at OUT_OF_RANGE", "input.formId NOT_FOUND"]);
    const owner = client;
    client = fixture.client();
    for (const ref of [one.rowId, "twin", "Twin"]) expect(pathsOf((await update(ref, {})).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect(await owner.events()).toHaveLength(5);
    expect(await client.events()).toEqual([]);
  });

  const bring: Record<string, (form: Form) => Promise<unknown>> = {
    DRAFT: async () => {},
    READY: ({ rowId }) => done(update(rowId, { status: "READY" })),
    PUBLISHED: ({ rowId }) => done(update(rowId, { status: "PUBLISHED" })),
    ARCHIVED: ({ rowId }) => done(update(rowId, { status: "ARCHIVED" })),
  };
  const moves = formStatuses.flatMap((from) => formStatuses.map((to) => ({ from, to })));
  it.each(moves)("moves a form from $from to $to only if the transition is allowed", async ({ from, to }) => {
    const form = await createForm(client);
    await saveDraft(client, form.rowId);
    await bring[from]?.(form);
    const before = await client.events();
    const { form: moved, userErrors } = await update(form.rowId, { status: to });
    const may = transitionError(from, to) === undefined;
    expect(pathsOf(userErrors)).toEqual(may ? [] : ["input.body.status INVALID_TRANSITION"]);
    expect((await getForm(client, form.formSlug))?.status).toBe(may ? to : from);
    if (may) {
      expect(moved?.publishedVariantId === null).toBe(to !== "PUBLISHED");
      expect(await getRotation(client)).toEqual(to === "PUBLISHED" ? [{ formId: form.rowId, main: true, share: 100 }] : []);
    }
    expect((await client.events()).length > before.length).toBe(may && from !== to);
  });

  it("publishes with status PUBLISHED like publish_form without shares, together with other changes", async () => {
    const { rowId } = await createForm(client);
    expect(pathsOf((await update(rowId, { status: "PUBLISHED" })).userErrors)).toEqual(["input.body.status INVALID_TRANSITION"]);
    await saveDraft(client, rowId);
    const form = await done(update(rowId, { status: "PUBLISHED", priority: 9 }));
    expect(form).toMatchObject({ status: "PUBLISHED", priority: 9, publishedAt: fixture.clock.now().toISOString() });
    expect((await client.events()).slice(2).map(({ what, data }) => [what, data.changed])).toEqual([
      ["form.updated", ["priority", "updatedAt"]],
      ["form.published", undefined],
      ["rotation.changed", undefined],
    ]);
    const other = await createForm(client, "Another");
    await saveDraft(client, other.rowId);
    expect(pathsOf((await update(other.rowId, { status: "PUBLISHED" })).userErrors)).toEqual(["input.body.status SHARES_REQUIRED"]);
  });

  it("unpublishes a member of the rotation only if its share is 0 and another form is main", async () => {
    const first = await publishForm(client, "First");
    const second = await publishForm(client, "Second", (formId) => [
      { formId: first.rowId, main: true, share: 60 },
      { formId, main: false, share: 40 },
    ]);
    for (const { rowId } of [first, second])
      for (const status of ["READY", "ARCHIVED"])
        expect(pathsOf((await update(rowId, { status })).userErrors)).toEqual(["input.body.status IN_USE"]);
    const shares = [
      { formId: first.rowId, main: true, share: 100 },
      { formId: second.rowId, main: false, share: 0 },
    ];
    await mutate(client, "set_form_promotion", { shares });
    expect(pathsOf((await update(first.rowId, { status: "READY" })).userErrors)).toEqual(["input.body.status IN_USE"]);
    expect(await done(update(second.rowId, { status: "READY" }))).toMatchObject({ publishedVariantId: null, publishedAt: null });
    expect((await client.events()).slice(-2)).toMatchObject([
      { what: "form.updated", data: { status: "READY", changed: ["status", "publishedVariantId", "publishedAt", "updatedAt"] } },
      { what: "rotation.changed", recordId: client.workspaceId, data: { rotation: [shares[0]] } },
    ]);
    expect(await getRotation(client)).toEqual([shares[0]]);
  });

  it("returns the same result with the same Idempotency-Key and emits one event", async () => {
    const { rowId } = await createForm(client);
    const first = await update(rowId, { priority: 3 }, "key");
    expect(await update(rowId, { priority: 3 }, "key")).toEqual(first);
    expect(await client.events()).toHaveLength(2);
  });
});
