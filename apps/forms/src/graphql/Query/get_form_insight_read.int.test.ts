import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, visitors } from "../../testing/collect.js";
import type { Client } from "../../testing/fixture.js";
import { createForm, done, type Form, mutate, saveDraft } from "../../testing/forms.js";
import { identified, type OutcomesFixture, type Responding, respond, startOutcomesFixture } from "../../testing/outcomes.js";

const answerFields = `answerId responseId customerId who workspaceId formId formSlug createdAt question text mined readable reasonOutcome`;
const factFields = `factId answerId responseId customerId who workspaceId formId formSlug createdAt kind attribute attributeClass subject
  subjectClass thing thingClass confidence polarity polarityBand polaritySign`;
const query = `query ($answers: InsightAnswerFilter!, $facts: InsightFactFilter!, $reasons: InsightReasonFilter!) {
  read: get_form_insight_read(answers: $answers, facts: $facts, reasons: $reasons) {
    answers { ${answerFields} } facts { ${factFields} } reasons { answerId workspaceId broad family } } }`;

type Row = Record<string, unknown>;
interface Read {
  answers: Row[];
  facts: Row[];
  reasons: Row[];
}
type Filters = { answers?: object; facts?: object; reasons?: object };

let fixture: OutcomesFixture;
beforeAll(async () => {
  fixture = await startOutcomesFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());

const read = async (client: Client, { answers = {}, facts = {}, reasons = {} }: Filters = {}) =>
  (await client.data<{ read: Read }>(query, { answers, facts, reasons })).read;

const model = {
  pages: [
    {
      elements: [
        { type: "radiogroup", name: "why", choices: [{ value: "too_expensive", text: "It costs too much" }, "slow"] },
        { type: "comment", name: "words" },
        { type: "rating", name: "stars" },
      ],
    },
  ],
};
const reasons = [
  { key: "too_expensive", what: "Price" },
  { key: "slow", what: "Delivery" },
];

async function publish(client: Client, title = "Why not"): Promise<Form> {
  const { rowId } = await createForm(client, title);
  await done(mutate(client, "update_form", { formId: rowId, body: { reason_set: { question_key: "why", reasons } } }));
  await saveDraft(client, rowId, model);
  return done(mutate(client, "publish_form", { formId: rowId }));
}

async function responded(client: Client, form: Form, responding: Responding) {
  const event = await respond(fixture, client, form, responding);
  await fixture.emitEvent(event);
  return event;
}

describe("get_form_insight_read", () => {
  it("returns answers, facts and reasons of a finished response", async () => {
    const client = fixture.client();
    const form = await publish(client);
    const answers = { stars: 2, words: "The delivery was not fast.", why: "too_expensive" };
    const event = await responded(client, form, { answers, completedAt: "2026-05-30T10:00:00.000Z" });
    const all = await read(client);
    const [why, words, stars] = ["why", "words", "stars"].map((name) => all.answers.find(({ question }) => question === name));
    const ofResponse = {
      responseId: event.event.subject,
      customerId: null,
      who: "visitor 1",
      workspaceId: client.workspaceId,
      formId: form.rowId,
      formSlug: "why-not",
      createdAt: "2026-05-30T10:00:00.000Z",
    };
    const plain = { ...ofResponse, answerId: expect.any(String), mined: false, readable: false, reasonOutcome: null };
    expect(all.answers).toHaveLength(3);
    expect(why).toEqual({ ...plain, question: "why", text: "It costs too much", reasonOutcome: "too_expensive" });
    expect(words).toEqual({ ...plain, question: "words", text: answers.words, mined: true, readable: true });
    expect(stars).toEqual({ ...plain, question: "stars", text: "2" });
    const ofWords = { ...ofResponse, answerId: words?.answerId, factId: expect.any(String) };
    const opinion = { kind: "opinion", attribute: "fast", attributeClass: "speed", subject: "delivery", subjectClass: "delivery" };
    const felt = { polarity: -0.36, polarityBand: -1, polaritySign: -1, confidence: expect.closeTo(0.75, 1) };
    const mention = { kind: "mention", attribute: null, attributeClass: null, subject: null, subjectClass: null };
    const unfelt = { polarity: 0, polarityBand: 0, polaritySign: 0, confidence: 0.8 };
    expect(all.facts).toEqual([
      { ...ofWords, ...opinion, ...felt, thing: null, thingClass: null },
      { ...ofWords, ...mention, ...unfelt, thing: "delivery", thingClass: "delivery" },
    ]);
    expect(all.reasons).toEqual([{ answerId: why?.answerId, workspaceId: client.workspaceId, broad: "too_expensive", family: "Price" }]);
  });

  it("returns insights after NATS was unavailable at the outcome", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client, { model });
    const visitor = visitors(fixture);
    const { said } = await visitor.start(placement, { customer: { ref: "ann@example.com", name: "Ann" }, answers: { stars: 1 } });
    await fixture.whileNatsIsAway(async () => {
      const change = { answers: { words: "The zipper broke." }, outcome: "COMPLETE" };
      expect((await visitor.change(placement, said.id, change)).said).toMatchObject({ status: "COMPLETE" });
      expect(await read(client)).toEqual({ answers: [], facts: [], reasons: [] });
    });
    await fixture.isLearnt(said.id);
    const { answers, facts } = await read(client);
    expect(answers.map(({ question, who, responseId }) => [question, who, responseId]).sort()).toEqual([
      ["stars", "Ann", said.id],
      ["words", "Ann", said.id],
    ]);
    expect(facts).toMatchObject([
      { kind: "opinion", subject: "zipper", who: "Ann" },
      { kind: "mention", thing: "zipper" },
    ]);
  });

  it("returns insights of a skipped response", async () => {
    const client = fixture.client();
    const form = await publish(client);
    await responded(client, form, { answers: { why: "slow" }, status: "SKIPPED" });
    expect((await read(client)).answers).toMatchObject([{ question: "why", text: "slow", reasonOutcome: "slow" }]);
  });

  it("names the customer, also if it became known after the outcome", async () => {
    const client = fixture.client();
    const form = await publish(client);
    const [ann, bob] = ["Ann", "Bob"].map((customerName) => ({ customerId: newId(), customerRef: "a@b.c", customerName }));
    const event = await responded(client, form, { answers: { words: "Good price" }, customer: ann });
    const { customerId, customerName: who } = ann as { customerId: string; customerName: string };
    expect((await read(client)).answers).toMatchObject([{ customerId, who }]);
    await fixture.admin.query("UPDATE form_responses SET customer_id = $1, customer_name = 'Bob' WHERE row_id = $2", [
      bob?.customerId,
      event.event.subject,
    ]);
    await fixture.emitEvent(identified(client, event, bob as NonNullable<Responding["customer"]>));
    const { answers, facts } = await read(client);
    for (const row of [...answers, ...facts]) expect(row).toMatchObject({ customerId: bob?.customerId, who: "Bob" });
  });

  it("processes a response once, however often its event is delivered", async () => {
    const client = fixture.client();
    const form = await publish(client);
    const event = await responded(client, form, { answers: { words: "Great price", why: "slow" } });
    const before = await stored(client);
    await fixture.deliverAgain(event);
    // Emits a second event of the response, and waits until the service has processed the second event. The service has then also processed
    // the first event, because the consumer processes the events of one response in order.
    await fixture.emitEvent({ ...event, event: { ...event.event, id: newId() } });
    expect(await stored(client)).toEqual(before);
    expect(before).toHaveLength(2 + 2 + 1);
  });

  it("returns only the workspace's own insights", async () => {
    const [client, other] = [fixture.client(), fixture.client()];
    const form = await publish(client);
    await publish(other);
    await responded(client, form, { answers: { words: "Great price", why: "slow" } });
    const [{ answerId }] = (await read(client)).answers as [Row];
    const asked = { answerId: { equalTo: answerId } };
    const none = { answers: [], facts: [], reasons: [] };
    expect(await read(other)).toEqual(none);
    expect(await read(other, { answers: asked, facts: asked, reasons: asked })).toEqual(none);
    const ofClient = { workspaceId: { equalTo: client.workspaceId } };
    expect(await read(other, { answers: ofClient, facts: ofClient, reasons: ofClient })).toEqual(none);
  });

  it("filters each kind by its own fields and the answer's", async () => {
    const client = fixture.client();
    const form = await publish(client, "Mine");
    await responded(client, form, { answers: { words: "The price is bad but the staff is great.", why: "slow", stars: 1 } });
    const found = await read(client, {
      answers: { or: [{ readable: { equalTo: true } }, { reasonOutcome: { equalTo: "slow" } }], formId: "Mine" },
      facts: {
        kind: { equalTo: "opinion" },
        polaritySign: { lessThan: 0 },
        formSlug: { equalTo: "mine" },
        confidence: { greaterThan: 0.5 },
      },
      reasons: { family: { includesInsensitive: "DELIV" }, not: { broad: { in: ["too_expensive"] } } },
    });
    expect(found.answers.map(({ question }) => question).sort()).toEqual(["why", "words"]);
    expect(found.facts).toMatchObject([{ subject: "price", attribute: "bad" }]);
    expect(found.reasons).toMatchObject([{ broad: "slow" }]);
    expect((await read(client, { answers: { formId: "No such form" } })).answers).toEqual([]);
  });

  it("returns the newest 1,000 of each kind", async () => {
    const client = fixture.client();
    await fixture.admin.query(
      `WITH answers AS (
         INSERT INTO insight_answers (answer_id, workspace_id, created_at, response_id, form_id, form_slug, question, mined, readable)
         SELECT gen_random_uuid(), $1, '2026-05-01'::timestamptz + n * interval '1 minute', $1, $1, 'f', 'q' || n, true, true
         FROM generate_series(1, 1003) n RETURNING *),
       facts AS (
         INSERT INTO insight_facts (fact_id, workspace_id, answer_id, created_at, kind, confidence, polarity, polarity_band, polarity_sign)
         SELECT question, $1, answer_id, created_at, 'opinion', 1, 1, 1, 1 FROM answers)
       INSERT INTO insight_reasons (workspace_id, answer_id, created_at, broad, family) SELECT $1, answer_id, created_at, question, 'f' FROM answers`,
      [client.workspaceId],
    );
    const newest = Array.from({ length: 1_000 }, (_, index) => `q${1_003 - index}`);
    const { answers, facts, reasons: sorted } = await read(client);
    expect(answers.map(({ question }) => question)).toEqual(newest);
    expect(facts.map(({ factId }) => factId)).toEqual(newest);
    expect(sorted.map(({ broad }) => broad)).toEqual(newest);
  });

  it("reports an invalid filter, also for a kind that is not selected", async () => {
    const client = fixture.client();
    const answer = await client.call(
      `{ read: get_form_insight_read(answers: {}, facts: { polarity: { equalTo: null } }, reasons: {}) { answers { answerId } } }`,
    );
    expect(answer.status).toBe(200);
    expect(answer).toMatchObject({ data: { read: null }, errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    expect(answer.text).toContain("facts.polarity.equalTo");
  });
});

/** Reads all insights with `xmin`, the id of the transaction that last wrote the row. */
async function stored({ workspaceId }: Client): Promise<unknown[]> {
  const { rows } = await fixture.admin.query(
    `SELECT to_jsonb(a) AS row, a.xmin::text FROM insight_answers a WHERE workspace_id = $1
     UNION ALL SELECT to_jsonb(f), f.xmin::text FROM insight_facts f WHERE workspace_id = $1
     UNION ALL SELECT to_jsonb(s), s.xmin::text FROM insight_reasons s WHERE workspace_id = $1 ORDER BY 1`,
    [workspaceId],
  );
  return rows;
}
