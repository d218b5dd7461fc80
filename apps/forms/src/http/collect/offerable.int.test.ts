import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, visitors } from "../../testing/collect.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { createForm, modelOf, mutate, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const hostile = { ...modelOf(), locale: "0", completedHtml: ['<meta http-equiv="refresh" content="0;url=https://evil.test">'] };

describe("a model that was stored under earlier rules", () => {
  it("is shown only if it passes the current rules", async () => {
    const client = fixture.client();
    const visitor = visitors(fixture);
    const { form, placement } = await openForm(client, { model: modelOf() });
    const store = async (model: object, rules: number) =>
      fixture.admin.query(
        "UPDATE form_variants SET row_id = gen_random_uuid(), model = $2, rules = $3 WHERE form_id = $1 RETURNING row_id",
        [form.rowId, model, rules],
      );
    const publish = async (model: object, rules: number) => {
      const { rows } = await store(model, rules);
      await fixture.admin.query("UPDATE forms SET published_variant_id = $2 WHERE row_id = $1", [form.rowId, rows[0].row_id]);
    };
    expect((await visitor.offer(placement)).status).toBe(200);
    await publish(hostile, 0);
    const { status, said } = await visitor.offer(placement);
    expect([status, said.errors[0].extensions.code]).toEqual([410, "FORM_CLOSED"]);
    await publish(modelOf(), 0);
    expect((await visitor.offer(placement)).said.form.model).toEqual(modelOf());
  });

  it("is not published by either mutation; the errors name the place", async () => {
    const client = fixture.client();
    const { rowId } = await createForm(client);
    await saveDraft(client, rowId);
    await fixture.admin.query("UPDATE forms SET draft = $2 WHERE row_id = $1", [rowId, hostile]);
    const events = (await client.events()).length;
    const published = await mutate(client, "publish_form", { formId: rowId });
    expect(published.userErrors).toMatchObject([{ field: ["input", "formId"], code: "INVALID" }]);
    expect(published.userErrors[0]?.message).toMatch(/^The saved draft has an error at \w+: .*save_form_draft\.$/);
    const updated = await mutate(client, "update_form", { formId: rowId, body: { status: "PUBLISHED" } });
    expect(updated.userErrors).toMatchObject([{ field: ["input", "body", "status"], code: "INVALID" }]);
    expect(await client.events()).toHaveLength(events);
    await saveDraft(client, rowId);
    expect((await mutate(client, "publish_form", { formId: rowId })).userErrors).toEqual([]);
  });
});
