import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, done, getForm, getRotation, modelOf, mutate, publishForm, type Share, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});
const publish = (formId: unknown, shares?: object[], key?: string) => mutate(client, "publish_form", { formId, shares }, key);
const variantsOf = async (formId: string) =>
  (await fixture.admin.query("SELECT row_id AS id, version, model FROM form_variants WHERE form_id = $1 ORDER BY version", [formId])).rows;
const drafted = async (title: string) => {
  const form = await createForm(client, title);
  await saveDraft(client, form.rowId);
  return form;
};

describe("publish_form", () => {
  it("stores the draft as an immutable version; the first form gets the whole rotation", async () => {
    const { rowId, formSlug } = await drafted("First");
    const { form, rotation, userErrors } = await publish(formSlug);
    expect(userErrors).toEqual([]);
    expect(rotation).toEqual([{ formId: rowId, main: true, share: 100 }]);
    expect(form).toMatchObject({ status: "PUBLISHED", publishedAt: "2026-06-01T12:00:00.000Z", draft: modelOf() });
    await saveDraft(client, rowId, modelOf("changed"));
    expect(await variantsOf(rowId)).toEqual([{ id: form?.publishedVariantId, version: 1, model: modelOf() }]);
    expect((await getForm(client, formSlug))?.publishedVariantId).toBe(form?.publishedVariantId);
    expect((await client.events()).slice(2)).toMatchObject([
      { what: "form.published", recordId: rowId, data: { publishedVariantId: form?.publishedVariantId, version: 1, status: "PUBLISHED" } },
      { what: "rotation.changed", recordId: client.workspaceId, data: { rotation } },
      { what: "form.updated", data: { changed: ["draft", "updatedAt"] } },
    ]);
  });

  it("creates a new version and keeps the rotation; an unchanged draft reuses its version, also after unpublishing", async () => {
    const first = await publishForm(client);
    const events = (await client.events()).length;
    expect((await publish(first.rowId)).form).toEqual(first);
    expect(await client.events()).toHaveLength(events);
    await saveDraft(client, first.rowId, modelOf("new"));
    const second = await done(publish(first.rowId));
    expect((await variantsOf(first.rowId)).map(({ id }) => id)).toEqual([first.publishedVariantId, second.publishedVariantId]);
    await done(mutate(client, "update_form", { formId: first.rowId, body: { status: "READY" } }));
    expect((await done(publish(first.rowId))).publishedVariantId).toBe(second.publishedVariantId);
    expect((await client.events()).slice(events).map(({ what, data }) => `${what} ${data.version ?? ""}`)).toEqual([
      "form.updated ",
      "form.published 2",
      "form.updated ",
      "rotation.changed ",
      "form.published 2",
      "rotation.changed ",
    ]);
  });

  it("requires shares if other forms are published, and accepts the whole rotation", async () => {
    const main = await publishForm(client, "Main");
    const { rowId } = await drafted("Second");
    const refused = await publish(rowId);
    expect(refused).toMatchObject({ form: null, rotation: null });
    expect(pathsOf(refused.userErrors)).toEqual(["input.shares SHARES_REQUIRED"]);
    const unchanged = [
      { formId: main.rowId, main: true, share: 100 },
      { formId: rowId, main: false, share: 0 },
    ];
    expect(refused.userErrors[0]?.message).toContain(`pass the shares ${JSON.stringify(unchanged)}.`);
    const { rotation } = await publish("Second", [
      { formId: "second", main: false, share: 30 },
      { formId: "Main", main: true, share: 70 },
    ]);
    const split = [
      { formId: main.rowId, main: true, share: 70 },
      { formId: rowId, main: false, share: 30 },
    ];
    expect(rotation).toEqual(split);
    await saveDraft(client, rowId, modelOf("new"));
    expect((await publish(rowId)).rotation).toEqual(split);
    expect(await getRotation(client)).toEqual(split);
    const forms = await client.data("{ rotation: get_promotion_rotation { form { formSlug status } } }");
    expect(forms).toEqual({
      rotation: ["main", "second"].map((formSlug) => ({ form: { formSlug, status: "PUBLISHED" } })),
    });
    expect(await getRotation(fixture.client())).toEqual([]);
  });

  it("returns all errors of form and shares at once, and changes nothing", async () => {
    const main = await publishForm(client, "Main");
    const { rowId } = await createForm(client, "No draft");
    const unpublished = await createForm(client, "Unpublished");
    const owner = client;
    client = fixture.client();
    const foreign = await publishForm(client, "Foreign");
    const untouched = await client.events();
    client = owner;
    const before = await client.events();
    const { userErrors } = await publish(rowId, [
      { formId: rowId, main: true, share: 50 },
      { formId: rowId, main: true, share: 101 },
      { formId: unpublished.rowId, main: false, share: 0 },
      { formId: foreign.rowId, main: false, share: 0 },
    ]);
    expect(pathsOf(userErrors)).toEqual([
      "input.formId INVALID_TRANSITION",
      "input.shares INVALID",
      "input.shares SHARES_NOT_100",
      "input.shares SHARES_REQUIRED",
      "input.shares.1.formId TAKEN",
      "input.shares.1.share OUT_OF_RANGE",
      "input.shares.2.formId INVALID",
      "input.shares.3.formId NOT_FOUND",
    ]);
    expect(pathsOf((await publish(rowId, [])).userErrors)).toContain("input.shares TOO_SHORT");
    expect(await getRotation(client)).toEqual([{ formId: main.rowId, main: true, share: 100 }]);
    expect(await client.events()).toEqual(before);
    expect(
      pathsOf(
        (
          await publish("nobody", [
            { formId: rowId, main: true, share: 60 },
            { formId: "nobody", main: true, share: 30 },
          ])
        ).userErrors,
      ),
    ).toEqual(["input.formId NOT_FOUND", "input.shares INVALID", "input.shares SHARES_NOT_100", "input.shares.1.formId NOT_FOUND"]);
    client = fixture.client();
    for (const ref of [rowId, "main"]) expect(pathsOf((await publish(ref)).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect(untouched).toHaveLength(4);
  });

  it("rejects an archived form", async () => {
    const { rowId } = await drafted("Old");
    await done(mutate(client, "update_form", { formId: rowId, body: { status: "ARCHIVED" } }));
    expect(pathsOf((await publish(rowId)).userErrors)).toEqual(["input.formId INVALID_TRANSITION"]);
  });

  it("publishes one of ten concurrent forms without shares, and keeps the rotation consistent", async () => {
    const forms = await Promise.all(Array.from({ length: 10 }, (_, index) => drafted(`Form ${index}`)));
    const answers = await Promise.all(forms.map(({ rowId }) => publish(rowId)));
    const shown = answers.flatMap(({ form }) => form ?? []);
    expect(shown).toHaveLength(1);
    for (const { form, userErrors } of answers) if (!form) expect(pathsOf(userErrors)).toEqual(["input.shares SHARES_REQUIRED"]);
    const [main] = shown;
    const others = forms.filter(({ rowId }) => rowId !== main?.rowId);
    const both = (formId: string): Share[] => [
      { formId: main?.rowId ?? "", main: true, share: 50 },
      { formId, main: false, share: 50 },
    ];
    const second = await Promise.all(others.map(({ rowId }) => publish(rowId, both(rowId))));
    expect(second.filter(({ form }) => form)).toHaveLength(1);
    const rotation = await getRotation(client);
    const { rows } = await fixture.admin.query("SELECT row_id FROM forms WHERE workspace_id = $1 AND status = 2", [client.workspaceId]);
    expect(rotation.map(({ formId }) => formId).sort()).toEqual(rows.map(({ row_id }) => row_id).sort());
    expect(rotation.map(({ share }) => share)).toEqual([50, 50]);
  });

  it("returns the same result with the same Idempotency-Key and emits one event", async () => {
    const { rowId } = await drafted("Once");
    const first = await publish(rowId, undefined, "key");
    expect(await publish(rowId, undefined, "key")).toEqual(first);
    expect(await client.events()).toHaveLength(4);
  });
});
