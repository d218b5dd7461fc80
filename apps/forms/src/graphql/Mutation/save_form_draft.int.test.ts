import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, done, getForm, modelOf, mutate } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});
const save = (formId: unknown, payload: object, key?: string) => mutate(client, "save_form_draft", { formId, payload }, key);

describe("save_form_draft", () => {
  it("stores the model, ignoring key order, and emits the change without the draft", async () => {
    const form = await createForm(client);
    fixture.clock.advance(1000);
    const saved = await done(save(form.formSlug, modelOf()));
    expect(saved).toEqual({ ...form, draft: modelOf(), updatedAt: "2026-06-01T12:00:01.000Z" });
    fixture.clock.advance(1000);
    const [page] = modelOf().pages;
    expect(await done(save(form.rowId, { pages: [{ elements: page?.elements, name: page?.name }] }))).toEqual(saved);
    const events = await client.events();
    expect(events.slice(1)).toMatchObject([{ what: "form.updated", recordId: form.rowId, data: { changed: ["draft", "updatedAt"] } }]);
    expect(events.at(-1)?.data).not.toHaveProperty("draft");
    const literal = `mutation { answer: save_form_draft(input: { formId: "a-form", payload: { pages: [{ name: "first", elements: [{ type: "text", name: "why" }] }] } }) { form { draft } } }`;
    expect(await client.data(literal)).toEqual({ answer: { form: { draft: modelOf() } } });
    expect(await client.events()).toHaveLength(2);
  });

  it("returns all errors of form and model at once, and keeps the existing draft", async () => {
    const form = await createForm(client);
    const kept = await done(save(form.rowId, modelOf()));
    const [page] = modelOf("q").pages;
    const bad = { extra: 1, pages: [{ ...page, elements: [...(page?.elements ?? []), { type: "nope", name: "q" }] }] };
    for (const [ref, more] of [
      [form.rowId, []],
      ["nobody", ["input.formId NOT_FOUND"]],
    ] as const)
      expect(pathsOf((await save(ref, bad)).userErrors)).toEqual([
        ...more,
        "input.payload.extra UNKNOWN_FIELD",
        "input.payload.pages.0.elements.1.name TAKEN",
        "input.payload.pages.0.elements.1.type INVALID",
      ]);
    expect(pathsOf((await save(form.rowId, { title: "x".repeat(256 * 1024) })).userErrors)).toEqual(["input.payload TOO_LONG"]);
    expect(await getForm(client, form.formSlug)).toEqual(kept);
    expect(await client.events()).toHaveLength(2);
  });

  it("does not save a draft in another workspace's form", async () => {
    const form = await createForm(client);
    const owner = client;
    client = fixture.client();
    for (const ref of [form.rowId, form.formSlug])
      expect(pathsOf((await save(ref, modelOf())).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect((await getForm(owner, form.formSlug))?.draft).toBeNull();
    expect(await client.events()).toEqual([]);
  });

  it("returns the same result with the same Idempotency-Key after other saves", async () => {
    const { rowId } = await createForm(client);
    const first = await save(rowId, modelOf("one"), "key");
    await save(rowId, modelOf("two"));
    expect(await save(rowId, modelOf("one"), "key")).toEqual(first);
    expect(await client.events()).toHaveLength(3);
  });
});
