import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, getForm, getRotation, mutate, publishForm } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});
const remove = (formId: unknown, key?: string) => mutate(client, "delete_form", { formId }, key);

async function dependants(formId: string, publishedVariantId: string | null) {
  const [placement, link] = [newId(), newId()];
  const own = [client.workspaceId, formId];
  const now = fixture.clock.now();
  const add = (table: string, fields: object) => {
    const names = Object.keys(fields);
    return fixture.admin.query(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
      Object.values(fields),
    );
  };
  const [workspace_id, form_id] = own;
  const base = { workspace_id, created_at: now };
  await add("form_placements", {
    ...base,
    row_id: placement,
    updated_at: now,
    form_id,
    channel_id: newId(),
    config: {},
    published: true,
    public_key: `fpk_${placement}`,
  });
  await add("public_keys", { public_key: `fpk_${placement}`, workspace_id, placement_id: placement });
  await add("short_links", { ...base, row_id: link, code: link.slice(-7), form_placement_id: placement, disabled: false });
  await add("short_link_codes", { code: link.slice(-7), workspace_id, short_link_id: link });
  await add("form_triggers", { row_id: newId(), workspace_id, form_id, position: 0, type: "EXIT_INTENT" });
  await add("form_responses", {
    ...base,
    row_id: newId(),
    updated_at: now,
    status: 0,
    form_id,
    form_variant_id: publishedVariantId ?? newId(),
    visitor_id: "v",
    answers: {},
  });
}

const tables = [
  "forms",
  "form_placements",
  "short_links",
  "short_link_codes",
  "form_triggers",
  "form_shares",
  "form_responses",
  "form_variants",
];
const counts = async () => {
  const sums = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE workspace_id = $1) AS ${table}`);
  return (await fixture.admin.query(`SELECT ${sums.join(", ")}`, [client.workspaceId])).rows[0];
};

describe("delete_form", () => {
  it("removes the form with placements, links and triggers and ends their keys; keeps responses and versions", async () => {
    const form = await publishForm(client, "Gone");
    await dependants(form.rowId, form.publishedVariantId);
    const other = await createForm(client, "Stays");
    await dependants(other.rowId, null);
    expect(Object.values(await counts())).toEqual([2, 2, 2, 2, 2, 1, 2, 1]);
    fixture.clock.advance(1000);
    expect(await remove("gone")).toEqual({ deletedId: form.rowId, userErrors: [] });
    expect(Object.values(await counts())).toEqual([1, 1, 1, 1, 1, 0, 2, 1]);
    const keys = await fixture.admin.query("SELECT ended_at FROM public_keys WHERE workspace_id = $1 ORDER BY ended_at", [
      client.workspaceId,
    ]);
    expect(keys.rows).toEqual([{ ended_at: fixture.clock.now() }, { ended_at: null }]);
    expect(await getForm(client, "gone")).toBeNull();
    expect((await client.events()).slice(-2)).toEqual([
      { what: "rotation.changed", recordId: client.workspaceId, data: { rotation: [] } },
      { what: "form.deleted", recordId: form.rowId, data: { rowId: form.rowId, formSlug: "gone", title: "Gone" } },
    ]);
    expect((await createForm(client, "Gone")).formSlug).toBe("gone");
  });

  it("returns IN_USE for a form that the rotation needs", async () => {
    const first = await publishForm(client, "First");
    const second = await publishForm(client, "Second", (formId) => [
      { formId: first.rowId, main: true, share: 100 },
      { formId, main: false, share: 0 },
    ]);
    const before = await client.events();
    expect(pathsOf((await remove(first.rowId)).userErrors)).toEqual(["input.formId IN_USE"]);
    expect(await client.events()).toEqual(before);
    expect((await remove(second.rowId)).deletedId).toBe(second.rowId);
    expect(await getRotation(client)).toEqual([{ formId: first.rowId, main: true, share: 100 }]);
  });

  it("returns NOT_FOUND for an unknown form or another workspace's, and changes nothing", async () => {
    const form = await createForm(client);
    const owner = client;
    client = fixture.client();
    for (const ref of [form.rowId, form.formSlug, newId()])
      expect(pathsOf((await remove(ref)).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect(await getForm(owner, form.formSlug)).toEqual(form);
    expect(await client.events()).toEqual([]);
  });

  it("returns INVALID for a name that PostgreSQL cannot store", async () => {
    for (const ref of ["\0", "\ud800"]) expect(pathsOf((await remove(ref)).userErrors)).toEqual(["input.formId INVALID"]);
    expect(pathsOf((await remove({ name: "a\0" })).userErrors)).toEqual(["input.formId.name INVALID"]);
  });

  it("returns the same result with the same Idempotency-Key; without one NOT_FOUND", async () => {
    const { rowId } = await createForm(client);
    const first = await remove(rowId, "key");
    expect(await remove(rowId, "key")).toEqual(first);
    expect(pathsOf((await remove(rowId)).userErrors)).toEqual(["input.formId NOT_FOUND"]);
    expect(await client.events()).toHaveLength(2);
  });
});
