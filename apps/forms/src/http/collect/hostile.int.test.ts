import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type OpenForm, openForm, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, mutate } from "../../testing/forms.js";

let fixture: Fixture;
let visitor: Visitors;
let open: OpenForm;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
  open = await openForm(fixture.client());
});
afterAll(() => fixture?.stop());

const regexModel = { elements: [{ type: "text", name: "q", validators: [{ type: "regex", regex: "^(a+)+$" }] }] };
const endless = { q: `${"a".repeat(60)}!` };
const many = (count: number, value: unknown = 1) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));

it("a form with a catastrophic regular expression returns LIMIT_EXCEEDED, stores nothing and blocks no other form", async () => {
  const { placement } = await openForm(fixture.client(), { model: regexModel });
  const { said } = await visitor.start(placement, { answers: { q: "aa" } });
  // Starts the worker threads before the test sends the hostile request.
  await visitor.start(open.placement, { answers: { more: "x" } });
  let isAnswered = false;
  const hostile = visitor.change(placement, said.id, { answers: endless }).finally(() => {
    isAnswered = true;
  });
  expect((await visitor.offer(open.placement, "ann")).status).toBe(200);
  expect(isAnswered).toBe(false);
  expect(wordsOf(await hostile)).toBe("422 answers LIMIT_EXCEEDED");
  expect(await storedResponse(fixture, said.id)).toMatchObject({ answers: { q: "aa" } });
  expect(wordsOf(await visitor.start(placement, { answers: endless }))).toBe("422 answers LIMIT_EXCEEDED");
  expect(wordsOf(await visitor.change(placement, said.id, { answers: { q: "aaa" } }))).toBe("200");
});

it.each<[string, object, string]>([
  ["22,000 answers", { answers: many(22_000) }, "422 answers LIMIT_EXCEEDED"],
  ["an answer of 22,000 members", { answers: { why: many(22_000) } }, "422 answers INVALID"],
  ["85,000 fields", many(85_000), "422  LIMIT_EXCEEDED"],
])("%s are rejected with one error", async (_what, body, words) => {
  const answered = await visitor.start(open.placement, body);
  expect(wordsOf(answered)).toBe(words);
  expect(JSON.stringify(answered.said).length).toBeLessThan(500);
});

it("merged answers are subject to the same limits", async () => {
  const { said } = await visitor.start(open.placement);
  await fixture.admin.query("UPDATE form_responses SET answers = $2 WHERE row_id = $1", [said.id, many(1000)]);
  expect(wordsOf(await visitor.change(open.placement, said.id, { answers: { more: "x" } }))).toBe("422 answers LIMIT_EXCEEDED");
});

it("at most 100 errors in answers are returned, then LIMIT_EXCEEDED", async () => {
  const { said } = await visitor.start(open.placement, { answers: many(1000) });
  expect(said.userErrors).toHaveLength(101);
  expect(said.userErrors.at(-1)).toMatchObject({ field: [], code: "LIMIT_EXCEEDED" });
});

it("a draft that takes SurveyJS too long is rejected in time", async () => {
  const client = fixture.client();
  const { rowId: formId } = await createForm(client);
  const templateElements = Array.from({ length: 60 }, (_, index) => ({ type: "text", name: `t${index}` }));
  const save = async (element: object) =>
    pathsOf((await mutate(client, "save_form_draft", { formId, payload: { elements: [{ name: "q", ...element }] } })).userErrors);
  expect(await save({ type: "PanelDynamic", panelCount: 100, templateElements })).toEqual([
    "input.payload LIMIT_EXCEEDED",
    "input.payload.elements.0.type INVALID",
  ]);
  expect(await save({ type: "paneldynamic", panelCount: 100, templateElements })).toEqual(["input.payload LIMIT_EXCEEDED"]);
});
