import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, type Visitors, visitors } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { mutate, saveDraft } from "../../testing/forms.js";
import { ask, placeForm } from "../../testing/placements.js";

let fixture: Fixture;
let visit: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visit = visitors(fixture);
});
afterAll(() => fixture.stop());

const model = {
  elements: [
    { type: "text", name: "mail" },
    { type: "rating", name: "stars" },
  ],
};
const config = { customer_question_key: "mail" };
const input = { channelId: "Hosted page", config };

async function answered(client: Client, answers: object, { customer, outcome = "COMPLETE" }: { customer?: object; outcome?: string } = {}) {
  const { placement } = await openForm(client, { model, input });
  const { said } = await visit.start(placement, { answers, customer });
  await visit.change(placement, said.id, { outcome });
  return storedResponse(fixture, said.id);
}

describe("customer_question_key", () => {
  it("uses the answer as the customer reference and emits it", async () => {
    const client = fixture.client();
    const stored = await answered(client, { mail: " Ann@Shop.example ", stars: 5 });
    expect(stored).toMatchObject({ customer_ref: "ann@shop.example", customer_email: "Ann@Shop.example" });
    const [event] = (await client.events()).filter(({ what }) => what === "form_response.completed");
    expect(event?.data).toMatchObject({ customerRef: "ann@shop.example" });
  });

  it("applies to a declined response too", async () => {
    expect(await answered(fixture.client(), { mail: "K-17" }, { outcome: "SKIPPED" })).toMatchObject({
      customer_ref: "k-17",
      customer_email: null,
    });
  });

  it("does not replace a known customer, and needs an answer", async () => {
    expect(await answered(fixture.client(), { mail: "other" }, { customer: { ref: "bo" } })).toMatchObject({ customer_ref: "bo" });
    expect(await answered(fixture.client(), { stars: 1 })).toMatchObject({ customer_id: null, customer_ref: null });
  });

  it.each([
    ["phone", "has no question phone"],
    ["stars", "is of type rating"],
  ])("is rejected for the question %s", async (key, words) => {
    const client = fixture.client();
    const { form } = await openForm(client, { model });
    const wrong = { formId: form.rowId, channelId: "Hosted page", config: { customer_question_key: key } };
    const { placement, userErrors } = await ask(client, "add_form_placement", {}, wrong);
    expect(placement).toBeNull();
    expect(userErrors).toMatchObject([{ field: ["input", "config", "customer_question_key"], code: "INVALID" }]);
    expect(userErrors[0]?.message).toContain(words);
  });

  it("is rejected without a draft, and accepted if the draft has the question", async () => {
    const client = fixture.client();
    const { form } = await mutate(client, "create_form", { body: { title: "A form" } });
    const formId = form?.rowId ?? "";
    const place = () => ask(client, "add_form_placement", {}, { ...input, formId });
    expect((await place()).userErrors[0]?.message).toContain("save_form_draft");
    await saveDraft(client, formId, model);
    expect((await place()).userErrors).toEqual([]);
  });

  it("prevents publishing a version without its question", async () => {
    const client = fixture.client();
    const { form } = await openForm(client, { model });
    const { rowId } = await placeForm(client, { ...input, formId: form.rowId });
    await saveDraft(client, form.rowId, { elements: [{ type: "text", name: "why" }] });
    const { form: published, userErrors } = await mutate(client, "publish_form", { formId: form.rowId });
    expect(published).toBeNull();
    expect(userErrors).toMatchObject([{ field: ["input", "formId"], code: "CONFLICT" }]);
    expect(userErrors[0]?.message).toContain(rowId);
  });
});

describe("a draft without a suitable question", () => {
  it.each([
    ["no elements", {}],
    ["a page that is empty", { pages: [{ name: "one" }] }],
    ["only a text to read", { elements: [{ type: "html", name: "note", html: "<p>Hello</p>" }] }],
  ])("is saved but not published: %s", async (_what, draft) => {
    const client = fixture.client();
    const { form } = await mutate(client, "create_form", { body: { title: "A form" } });
    const formId = form?.rowId ?? "";
    await saveDraft(client, formId, draft);
    for (const publishing of [
      mutate(client, "publish_form", { formId }),
      mutate(client, "update_form", { formId, body: { status: "PUBLISHED" } }),
    ]) {
      const { form: published, userErrors } = await publishing;
      expect(published).toBeNull();
      expect(userErrors.map(({ code, message }) => [code, message])).toEqual([
        ["INVALID_TRANSITION", expect.stringContaining("no question")],
      ]);
    }
  });
});
