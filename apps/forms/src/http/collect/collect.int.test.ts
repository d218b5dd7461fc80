import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, surveyModel, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { done, mutate, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

const outcomes = async (client: ReturnType<Fixture["client"]>) =>
  (await client.events()).filter(({ what }) => what.startsWith("form_response."));

describe("a response", () => {
  it("is started, saved and completed, with one event for the outcome", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const id = newId();
    const started = await visitor.start(placement, { id, visitorId: "ann", sessionId: "s", answers: { stars: 4 } });
    expect([started.status, started.said]).toEqual([201, { id, status: "INCOMPLETE" }]);
    expect(await outcomes(client)).toEqual([]);

    fixture.clock.advance(60_000);
    const saved = await visitor.change(placement, id, { answers: { why: "cheap", more: "x" } });
    expect([saved.status, saved.said]).toEqual([200, { id, status: "INCOMPLETE", grants: [], userErrors: [] }]);
    const completed = await visitor.change(placement, id, { answers: { more: null }, outcome: "COMPLETE" });
    expect([completed.status, completed.said]).toEqual([200, { id, status: "COMPLETE", grants: [], userErrors: [] }]);
    expect((await visitor.read(placement, id)).said).toEqual(completed.said);

    const data = await client.data<{ response: object }>(
      "query ($id: UUID!) { response: get_form_response(id: $id) { status answers visitorId sessionId formId formVariantId formPlacementId completedAt trustScore } }",
      { id },
    );
    expect(data.response).toEqual({
      status: "COMPLETE",
      answers: { stars: 4, why: "cheap" },
      visitorId: "ann",
      sessionId: "s",
      formId: form.rowId,
      formVariantId: form.publishedVariantId,
      formPlacementId: placement.rowId,
      completedAt: fixture.clock.now().toISOString(),
      trustScore: expect.any(Number),
    });
    const events = await outcomes(client);
    expect(events.map(({ what, recordId }) => [what, recordId])).toEqual([["form_response.completed", id]]);
    expect(events[0]?.data).toMatchObject({ rowId: id, status: "COMPLETE", visitorId: "ann", trustReasons: [] });
    expect(events[0]?.data).not.toHaveProperty("answers");
  });

  it("can be declined without required answers", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement);
    expect((await visitor.change(placement, said.id, { outcome: "SKIPPED" })).said.status).toBe("SKIPPED");
    expect((await outcomes(client)).map(({ what }) => what)).toEqual(["form_response.skipped"]);
  });

  it("is completed only with all required answers, else it is unchanged", async () => {
    const { placement } = await openForm(fixture.client());
    const { said } = await visitor.start(placement, { answers: { stars: 1 } });
    const refused = await visitor.change(placement, said.id, { answers: { stars: 9, other: 1 }, outcome: "COMPLETE" });
    expect(wordsOf(refused)).toBe("422 answers.other UNKNOWN_FIELD, answers.stars INVALID, answers.why REQUIRED");
    expect(refused.said).toMatchObject({ id: said.id, status: "INCOMPLETE", grants: [] });
    expect(await storedResponse(fixture, said.id)).toMatchObject({ answers: { stars: 1 }, status: 1, completed_at: null });
  });

  it("is not started with an invalid answer", async () => {
    const { placement } = await openForm(fixture.client());
    const id = newId();
    expect(wordsOf(await visitor.start(placement, { id, answers: { stars: "5", why: 1 } }))).toBe(
      "422 answers.stars INVALID, answers.why INVALID",
    );
    expect(await storedResponse(fixture, id)).toBeUndefined();
  });

  it("returns all field errors at once", async () => {
    const { placement } = await openForm(fixture.client());
    const body = {
      id: "1",
      visitorId: "",
      sessionId: 5,
      originRef: "x".repeat(2049),
      customer: { ref: " ", mail: "x" },
      discountCode: { code: "x" },
      partner: "\ud800",
      clickId: "\0",
      answers: [],
      visitor: "x",
    };
    expect(wordsOf(await visitor.start(placement, body))).toBe(
      "422 answers INVALID, clickId INVALID, customer.mail UNKNOWN_FIELD, customer.ref TOO_SHORT, discountCode INVALID, id INVALID, originRef TOO_LONG, " +
        "partner INVALID, sessionId INVALID, visitor UNKNOWN_FIELD, visitorId TOO_SHORT",
    );
    expect(wordsOf(await visitor.start(placement, { id: null, visitorId: null }))).toBe("422 id REQUIRED, visitorId REQUIRED");
    expect(wordsOf(await visitor.start(placement, "[]"))).toBe("400 BAD_REQUEST");
    expect(wordsOf(await visitor.start(placement, "{"))).toBe("400 BAD_REQUEST");
  });

  it("rejects text that PostgreSQL cannot store, at any depth", async () => {
    const { placement } = await openForm(fixture.client());
    expect(wordsOf(await visitor.start(placement, { answers: { why: "a\0b", more: "\ud800" } }))).toBe(
      "422 answers.more INVALID, answers.why INVALID",
    );
    const deep = JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`);
    expect(wordsOf(await visitor.start(placement, { answers: { why: deep } }))).toBe("422 answers INVALID");
    expect(wordsOf(await visitor.start(placement, { answers: { why: "x".repeat(300_000) } }))).toBe("422 answers TOO_LONG");
    const { said } = await visitor.start(placement, { answers: { why: "x".repeat(200_000) } });
    expect(wordsOf(await visitor.change(placement, said.id, { answers: { more: "x".repeat(200_000) } }))).toBe("422 answers TOO_LONG");
  });

  it("is validated against the version that it started with", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const [begun, late] = [newId(), newId()];
    const body = { id: begun, visitorId: "ann", answers: { more: "x" } };
    await visitor.start(placement, body);
    await saveDraft(client, form.rowId, { pages: [{ name: "first", elements: [{ type: "text", name: "who", isRequired: true }] }] });
    const published = await done(mutate(client, "publish_form", { formId: form.rowId }));
    const retried = await visitor.start(placement, body);
    expect([retried.status, retried.said]).toEqual([201, { id: begun, status: "INCOMPLETE" }]);
    expect(wordsOf(await visitor.start(placement, { ...body, visitorId: "bob" }))).toBe("422 answers.more UNKNOWN_FIELD");
    const answers = { why: "cheap" };
    expect((await visitor.change(placement, begun, { answers, outcome: "COMPLETE" })).status).toBe(200);
    expect((await visitor.start(placement, { id: late, formVariantId: form.publishedVariantId, answers })).status).toBe(201);
    expect(await storedResponse(fixture, late)).toMatchObject({ form_variant_id: form.publishedVariantId });
    const fresh = await visitor.start(placement, { answers: { who: "Ann" } });
    expect(await storedResponse(fixture, fresh.said.id)).toMatchObject({ form_variant_id: published.publishedVariantId });
    expect(wordsOf(await visitor.start(placement, { answers }))).toBe("422 answers.why UNKNOWN_FIELD");
    const foreign = await openForm(fixture.client());
    const { publishedVariantId: formVariantId } = foreign.form;
    expect(wordsOf(await visitor.start(placement, { formVariantId }))).toBe("422 formVariantId NOT_FOUND");
  });

  it("accepts its customer after the outcome, once, with one event", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement);
    await visitor.change(placement, said.id, { outcome: "SKIPPED" });
    const customer = { ref: " Ann@Shop.example ", name: "Ann" };
    for (const _again of [1, 2]) expect((await visitor.change(placement, said.id, { customer })).status).toBe(200);
    expect(wordsOf(await visitor.change(placement, said.id, { customer: { ref: "bob" } }))).toBe("422 customer.ref CONFLICT");
    const events = await outcomes(client);
    expect(events.map(({ what }) => what)).toEqual(["form_response.skipped", "form_response.customer_identified"]);
    expect(events[1]?.data).toMatchObject({
      rowId: said.id,
      customerRef: "ann@shop.example",
      customerName: "Ann",
      customerId: expect.any(String),
    });
    expect(await storedResponse(fixture, said.id)).toMatchObject({ customer_id: events[1]?.data.customerId });
  });

  it("keeps its customer before the outcome too", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement, { customer: { ref: "ann" } });
    for (const change of [{}, { answers: { why: "price" } }, { outcome: "SKIPPED" }])
      expect(wordsOf(await visitor.change(placement, said.id, { customer: { ref: "bob" }, ...change }))).toBe("422 customer.ref CONFLICT");
    const customer = { ref: " ANN ", name: "Ann" };
    expect(wordsOf(await visitor.change(placement, said.id, { customer, outcome: "SKIPPED" }))).toBe("200");
    expect(await storedResponse(fixture, said.id)).toMatchObject({ customer_ref: "ann", customer_name: "Ann" });
    expect((await outcomes(client)).map(({ data }) => data.customerRef)).toEqual(["ann"]);
  });
});

describe("GET collect", () => {
  it("returns the published form, its triggers and the placement's texts", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    await client.data(
      `mutation ($formId: Ref!) { replace_form_triggers(input: { formId: $formId, triggers: [
      { type: PAGE_URL, matches: [{ op: CONTAINS, value: "/cart" }] }, { type: TIME_ON_PAGE, delay_ms: 5 }, { type: EXIT_INTENT }] }) { userErrors { code } } }`,
      {
        formId: form.rowId,
      },
    );
    await client.data(
      `mutation ($id: UUID!) { set_form_placement_copy(input: { placementId: $id, field: upsell_text, text: "Take it [incentive]" }) { userErrors { code } } }`,
      {
        id: placement.rowId,
      },
    );
    const { status, said } = await visitor.offer(placement, "ann");
    expect(status).toBe(200);
    expect(said).toEqual({
      form: {
        formSlug: form.formSlug,
        formVariantId: form.publishedVariantId,
        model: surveyModel,
        viewType: null,
        priority: 0,
        returningEnabled: false,
      },
      triggers: [
        { type: "PAGE_URL", matches: [{ op: "CONTAINS", value: "/cart" }] },
        { type: "TIME_ON_PAGE", delayMs: 5 },
        { type: "EXIT_INTENT" },
      ],
      copy: { tierNoteText: null, upsellText: null },
      rewards: [],
    });
    expect((await visitor.offer(placement)).said).toEqual(said);
    expect(wordsOf(await visitor.offer(placement, ""))).toBe("400 BAD_USER_INPUT");
  });
});
