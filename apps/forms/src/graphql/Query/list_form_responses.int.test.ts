import { newId, nilId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { readEndedResponses } from "../../db/response-list.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createForm } from "../../testing/forms.js";
import { addResponse } from "../../testing/responses.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface List {
  nodes: { rowId: string; answers: object }[];
  totalCount: number;
  pageInfo: { startCursor: string; hasPreviousPage: boolean };
}
const query = `query ($filter: FormResponseFilter, $formId: Ref, $facts: InsightFactFilter, $reasons: InsightReasonFilter,
  $orderBy: [FormResponseOrderBy!], $first: Int, $last: Int, $before: Cursor) {
  list: list_form_responses(filter: $filter, formId: $formId, facts: $facts, reasons: $reasons, orderBy: $orderBy, first: $first,
    last: $last, before: $before) {
    nodes { rowId answers } totalCount pageInfo { startCursor hasPreviousPage } } }`;
const list = async (variables: object = {}, asker = client) => (await asker.data<{ list: List }>(query, variables)).list;
const found = async (given: object) => (await list({ ...given, orderBy: ["CREATED_AT_ASC"] })).nodes.map(({ rowId }) => rowId);

type Fact = [subject: string, subjectClass: string | null, polaritySign: number];

async function addInsights(responseId: string, formId: string, facts: readonly Fact[], reasons: readonly string[] = []): Promise<void> {
  const answerId = newId();
  const { workspaceId } = client;
  const insert = (text: string, ...values: unknown[]) => fixture.admin.query(`INSERT INTO ${text}`, [workspaceId, answerId, ...values]);
  await insert(
    `insight_answers (workspace_id, answer_id, created_at, response_id, form_id, form_slug, question, mined, readable)
     VALUES ($1, $2, now(), $3, $4, 'slug', 'words', true, true)`,
    responseId,
    formId,
  );
  for (const [subject, subjectClass, sign] of facts)
    await insert(
      `insight_facts (workspace_id, answer_id, fact_id, created_at, kind, subject, subject_class, confidence, polarity, polarity_band, polarity_sign)
       VALUES ($1, $2, $3, now(), 'opinion', $4, $5, 1, $6::int, $6::int, $6::int)`,
      newId(),
      subject,
      subjectClass,
      sign,
    );
  for (const reason of reasons)
    await insert("insight_reasons (workspace_id, answer_id, created_at, broad, family) VALUES ($1, $2, now(), $3, 'Family')", reason);
}

describe("list_form_responses", () => {
  it("finds the responses of all forms by facts and reasons, with the answers", async () => {
    const [form, other] = [await createForm(client, "Coffee"), await createForm(client, "Tea")];
    const at = (minute: number) => new Date(fixture.clock.now().getTime() + minute * 60_000).toISOString();
    const add = (formId: string, minute: number, answers: object) =>
      addResponse(fixture, client, { form_id: formId, created_at: at(minute), answers, status: 0 });
    const slow = await add(form.rowId, 1, { words: "The courier was slow." });
    const fast = await add(other.rowId, 2, { words: "Fast delivery, poor taste." });
    const late = await add(other.rowId, 3, { words: "Delivered too late, twice." });
    await addInsights(slow, form.rowId, [["courier", "delivery", -1]], ["too_slow"]);
    await addInsights(fast, other.rowId, [
      ["delivery", "delivery", 1],
      ["taste", "taste", -1],
    ]);
    await addInsights(late, other.rowId, [["delivery", "delivery", -1]], ["too_slow", "other"]);
    const complaint = { facts: { subjectClass: { equalTo: "delivery" }, polaritySign: { equalTo: -1 } } };
    expect(await found(complaint)).toEqual([slow, late]);
    for (const formId of ["Tea", other.formSlug, other.rowId, { name: "Tea" }])
      expect(await found({ ...complaint, formId })).toEqual([late]);
    expect(await found({ ...complaint, filter: { rowId: { in: [slow, fast] } } })).toEqual([slow]);
    expect(await found({ facts: { subject: { includesInsensitive: "COUR" } } })).toEqual([slow]);
    expect(await found({ reasons: { broad: { notEqualTo: "too_slow" } } })).toEqual([late]);
    expect(await found({ reasons: { broad: { equalTo: "too_slow" } } })).toEqual([slow, late]);
    expect(await found({ formId: "Milk" })).toEqual([]);
    const newest = await list();
    expect(newest).toMatchObject({
      nodes: [{ rowId: late, answers: { words: "Delivered too late, twice." } }, { rowId: fast }, { rowId: slow }],
    });
    const page = await list({ first: 2 });
    expect(page).toMatchObject({ nodes: [{ rowId: late }, { rowId: fast }], totalCount: 3 });
    const last = await list({ last: 1 });
    expect(last).toMatchObject({ nodes: [{ rowId: slow }], pageInfo: { hasPreviousPage: true } });
    expect((await list({ last: 2, before: last.pageInfo.startCursor })).nodes.map(({ rowId }) => rowId)).toEqual([late, fast]);
    expect(await list(complaint, fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("returns at most 16 MiB of answers, and longer pages without them", async () => {
    for (let count = 0; count < 5; count += 1) await addResponse(fixture, client, {});
    const enlarge = "UPDATE form_responses SET answers = jsonb_build_object('words', repeat('x', 4194304)) WHERE workspace_id = $1";
    await fixture.admin.query(enlarge, [client.workspaceId]);
    const text = (first: number, fields: string) => `{ list: list_form_responses(first: ${first}) { ${fields} } }`;
    type Page = { list: { nodes: { answers: { words: string } }[] } };
    const page = await client.data<Page>(text(3, "nodes { answers } edges { node { answers } }"));
    expect(page.list.nodes.map(({ answers }) => answers.words.length)).toEqual(Array(3).fill(4_194_304));
    expect((await client.data<Page>(text(5, "nodes { rowId }"))).list.nodes).toHaveLength(5);
    const lists = await client.call(
      `{ a: list_form_responses(first: 3) { nodes { answers } } b: list_form_responses(last: 3) { nodes { answers } } }`,
    );
    expect(Object.values(lists.data ?? {}).filter((list) => list === null)).toHaveLength(1);
    expect(lists.errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", argument: "first" } }]);
    // Sends the document twice, because the service compiles a document only on the second request.
    for (let turn = 0; turn < 2; turn += 1) {
      const { data, errors } = await client.call(text(5, "nodes { answers }"));
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "first" });
    }
  });

  it("rejects a wrong filter by name", async () => {
    for (let clone = 0; clone < 2; clone += 1) await createForm(client, "Twice");
    for (const [given, argument] of [
      [{ formId: "Twice" }, "formId"],
      [{ facts: { polaritySign: { equalTo: null } } }, "facts.polaritySign.equalTo"],
      [{ reasons: { broad: null } }, "reasons.broad"],
      [{ filter: { status: null } }, "filter.status"],
    ] as const) {
      const { data, errors } = await client.call(query, given);
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
    }
  });
});

describe("the lookup of ended responses", () => {
  it("returns the ids and channels in batches", async () => {
    const channel_id = newId();
    const ended = { completed_at: fixture.clock.now().toISOString(), channel_id };
    const ids = [await addResponse(fixture, client, ended), await addResponse(fixture, client, { ...ended, channel_id: null })].sort();
    await addResponse(fixture, client, {});
    const page = (after: string, max: number) =>
      readEndedResponses((statement) => fixture.running.parts.database.read(client.workspaceId, statement), after, max);
    const all = await page(nilId, 10);
    expect(all.map(({ rowId }) => rowId)).toEqual(ids);
    expect(all.map(({ channelId }) => channelId)).toEqual(expect.arrayContaining([channel_id, null]));
    expect(await page(ids[0] ?? "", 1)).toEqual(all.slice(1));
  });
});
