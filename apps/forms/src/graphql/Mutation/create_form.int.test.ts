import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, type Form, getForm, mutate } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});
const create = (body: object, key?: string) => mutate(client, "create_form", { body }, key);

describe("create_form", () => {
  it("creates a draft with a slug from its title, and emits the whole record", async () => {
    const { form, userErrors } = await create({ title: "How did we do?", surfaces: ["WEBSITE", "IN_PLATFORM", "WEBSITE"], priority: 7 });
    expect(userErrors).toEqual([]);
    expect(form).toEqual({
      rowId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspaceId: client.workspaceId,
      createdAt: "2026-06-01T12:00:00.000Z",
      updatedAt: "2026-06-01T12:00:00.000Z",
      formSlug: "how-did-we-do",
      title: "How did we do?",
      surfaces: ["WEBSITE", "IN_PLATFORM"],
      priority: 7,
      status: "DRAFT",
      viewType: null,
      returningEnabled: false,
      enableRepeat: false,
      enableEndsAt: false,
      startsAt: null,
      endsAt: null,
      tags: {},
      reasonSet: null,
      draft: null,
      publishedVariantId: null,
      publishedAt: null,
      placements: [],
      triggers: [],
    });
    expect(await getForm(client, "how-did-we-do")).toEqual(form);
    const { workspaceId, draft, placements, triggers, ...record } = form as Form;
    expect(await client.events()).toEqual([{ what: "form.created", recordId: form?.rowId, data: record }]);
    expect(await fixture.client().entities("Form", [form?.rowId ?? ""], "rowId")).toEqual([null]);
    expect(await client.entities("Form", [form?.rowId ?? ""], "status")).toEqual([{ status: "DRAFT" }]);
  });

  it("returns all errors at once, writes nothing and emits no event", async () => {
    const { form, userErrors } = await create({ title: "", surfaces: null, priority: 10_000 });
    expect(form).toBeNull();
    expect(pathsOf(userErrors)).toEqual(["input.body.priority OUT_OF_RANGE", "input.body.surfaces REQUIRED", "input.body.title TOO_SHORT"]);
    expect(pathsOf((await create({ title: "t".repeat(201), priority: null })).userErrors)).toEqual([
      "input.body.priority REQUIRED",
      "input.body.title TOO_LONG",
    ]);
    const { rows } = await fixture.admin.query("SELECT FROM forms WHERE workspace_id = $1", [client.workspaceId]);
    expect(rows).toEqual([]);
    expect(await client.events()).toEqual([]);
  });

  it("creates thirty slugs for thirty concurrent forms with one title, separately per workspace", async () => {
    const forms = await Promise.all(Array.from({ length: 30 }, () => createForm(client, "Same")));
    const wanted = ["same", ...Array.from({ length: 29 }, (_, index) => `same-${index + 2}`)];
    expect(forms.map(({ formSlug }) => formSlug).sort()).toEqual(wanted.sort());
    expect((await createForm(client, "Same 2")).formSlug).toBe("same-2-2");
    expect((await createForm(fixture.client(), "Same")).formSlug).toBe("same");
  });

  it("returns the same form with the same Idempotency-Key; without one creates another", async () => {
    const first = await create({ title: "Once" }, "key");
    expect(await create({ title: "Once" }, "key")).toEqual(first);
    expect((await create({ title: "Once" })).form?.formSlug).toBe("once-2");
    expect(await client.events()).toHaveLength(2);
  });
});
