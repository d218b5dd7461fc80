import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { createForm, type Form, getForm } from "../../testing/forms.js";
import { ask } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
let form: Form;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  form = await createForm(client);
  fixture.clock.advance(1000);
});

interface Trigger {
  rowId: string;
  [field: string]: unknown;
}
const selection = "rowId formId type matches { op value } delay_ms percent selector";
const replace = (triggers: object[], { key, formId = form.rowId }: { key?: string; formId?: string } = {}) =>
  ask<{ triggers: Trigger[] | null; userErrors: UserError[] }>(
    client,
    "replace_form_triggers",
    { selection: `triggers { ${selection} }`, key },
    { formId, triggers },
  );
const read = async (...formRowIds: string[]) =>
  (
    await client.data<{ all: Trigger[] }>(
      `query ($formRowIds: [UUID!]!) { all: get_form_triggers(formRowIds: $formRowIds) { ${selection} } }`,
      { formRowIds },
    )
  ).all;
const changes = async () =>
  (await client.events()).filter(({ what }) => what === "form.updated").map(({ recordId, data }) => [recordId, data.changed]);

const all = [
  { type: "EXIT_INTENT" },
  { type: "PAGE_URL", matches: Array.from({ length: 10 }, (_, index) => ({ op: "CONTAINS", value: `/${index}` })) },
  { type: "TIME_ON_PAGE", delay_ms: 300_000 },
  { type: "SCROLL_DEPTH", percent: 100 },
  { type: "CLICK_ELEMENT", selector: "#buy" },
  { type: "ADD_TO_CART", delay_ms: 0 },
];
const unset = { matches: null, delay_ms: null, percent: null, selector: null };

describe("replace_form_triggers", () => {
  it("stores all six types in the given order, and emits form.updated", async () => {
    const { triggers, userErrors } = await replace(all, { formId: form.formSlug });
    expect(userErrors).toEqual([]);
    expect(triggers).toEqual(all.map((trigger) => ({ ...unset, ...trigger, formId: form.rowId, rowId: expect.any(String) })));
    expect(await read(form.rowId)).toEqual(triggers);
    const changed = await getForm(client, form.formSlug);
    expect(changed).toMatchObject({ updatedAt: fixture.clock.now().toISOString(), triggers: triggers?.map(({ rowId }) => ({ rowId })) });
    expect(await changes()).toEqual([[form.rowId, ["triggers", "updatedAt"]]]);
  });

  it("keeps the ids of existing triggers; the same triggers change nothing", async () => {
    const { triggers: first } = await replace(all.slice(0, 3));
    expect((await replace(all.slice(0, 3))).triggers).toEqual(first);
    expect(await changes()).toHaveLength(1);
    const { triggers: second } = await replace([all[3] ?? {}, ...all.slice(0, 2).reverse()]);
    expect(second?.map(({ rowId }) => rowId)).toEqual([expect.any(String), first?.[1]?.rowId, first?.[0]?.rowId]);
    expect(await read(form.rowId)).toEqual(second);
    expect((await replace([])).triggers).toEqual([]);
    expect(await read(form.rowId)).toEqual([]);
    expect(await changes()).toHaveLength(3);
  });

  it("returns all errors at once and changes nothing", async () => {
    const { triggers: before } = await replace([{ type: "EXIT_INTENT" }]);
    const wrong = [
      { type: "PAGE_URL", matches: Array.from({ length: 11 }, () => ({ op: "EXACT", value: "" })) },
      { type: "TIME_ON_PAGE", delay_ms: 300_001, percent: 5 },
      { type: "SCROLL_DEPTH", percent: 0 },
      { type: "EXIT_INTENT", delay_ms: 0 },
      { type: "CLICK_ELEMENT", selector: "a[" },
      { type: "ADD_TO_CART", delay_ms: null },
      { type: "PAGE_URL", matches: [] },
    ];
    const { triggers, userErrors } = await replace(wrong, { formId: newId() });
    expect(triggers).toBeNull();
    const at = "input.triggers";
    expect(pathsOf(userErrors).filter((path) => !path.includes("value"))).toEqual([
      "input.formId NOT_FOUND",
      `${at} LIMIT_EXCEEDED`,
      `${at}.0.matches LIMIT_EXCEEDED`,
      `${at}.1.delay_ms OUT_OF_RANGE`,
      `${at}.1.percent UNKNOWN_FIELD`,
      `${at}.2.percent OUT_OF_RANGE`,
      `${at}.3.delay_ms UNKNOWN_FIELD`,
      `${at}.4.selector INVALID`,
      `${at}.5.delay_ms REQUIRED`,
      `${at}.6.matches TOO_SHORT`,
    ]);
    expect(userErrors.filter(({ field }) => field.includes("value"))).toHaveLength(11);
    expect(await read(form.rowId)).toEqual(before);
    expect(await changes()).toHaveLength(1);
  });

  it("returns NOT_FOUND for another workspace's form, and changes nothing", async () => {
    const { triggers } = await replace(all);
    const owner = client;
    client = fixture.client();
    expect(pathsOf((await replace([])).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect(await read(form.rowId)).toEqual([]);
    expect(await client.events()).toEqual([]);
    client = owner;
    expect(await read(form.rowId)).toEqual(triggers);
  });

  it("returns the same result with the same Idempotency-Key, and reverts nothing", async () => {
    const first = await replace(all, { key: "key" });
    await replace([]);
    expect(await replace(all, { key: "key" })).toEqual(first);
    expect(await read(form.rowId)).toEqual([]);
  });
});

describe("get_form_triggers", () => {
  it("returns triggers in the order of the given forms, each form once", async () => {
    const other = await createForm(client, "Another");
    const { triggers: first } = await replace(all.slice(0, 2));
    const { triggers: second } = await replace(all.slice(2, 4), { formId: other.rowId });
    expect(await read(other.rowId.toUpperCase(), newId(), form.rowId, other.rowId)).toEqual([...(second ?? []), ...(first ?? [])]);
    expect(await read()).toEqual([]);
  });

  it("rejects more than 1000 ids", async () => {
    const formRowIds = Array.from({ length: 1001 }, () => form.rowId);
    const { data, errors } = await client.call("query ($formRowIds: [UUID!]!) { get_form_triggers(formRowIds: $formRowIds) { rowId } }", {
      formRowIds,
    });
    expect(data).toEqual({ get_form_triggers: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "formRowIds" });
  });
});
