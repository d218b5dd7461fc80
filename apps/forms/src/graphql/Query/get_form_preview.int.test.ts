import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, surveyModel, visitors } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createForm, modelOf, mutate, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface Link {
  url: string;
  expiresAt: string;
}

const query =
  "query ($formId: Ref!, $formVariantId: UUID) { link: get_form_preview(formId: $formId, formVariantId: $formVariantId) { url expiresAt } }";
const ask = async (client: Client, formId: unknown, formVariantId?: string | null) =>
  (await client.data<{ link: Link | null }>(query, { formId, formVariantId })).link;
const pathOf = (link: Link | null) => new URL(link?.url ?? "").pathname;
const visit = (path: string) => visitors(fixture).send("GET", path);
async function look(client: Client, formId: string, formVariantId?: string | null) {
  return visit(pathOf(await ask(client, formId, formVariantId)));
}
const settingsOf = (page: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(page)?.[1] ?? "{}");
/** Returns a hash of each table. Omits the table `workspace_lookups`, which a job can change at any time. */
async function stored(): Promise<Record<string, string>> {
  const { rows } = await fixture.admin.query(`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'workspace_lookups'`);
  const hashes: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await fixture.admin.query(`SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS hash FROM "${name}" t`);
    hashes[name] = found.rows[0].hash;
  }
  return hashes;
}

describe("get_form_preview", () => {
  it("returns a link that is valid for one hour, by id, slug or title, and the same link in one minute", async () => {
    const client = fixture.client();
    const { rowId, formSlug } = await createForm(client, "A form");
    const expiresAt = new Date(fixture.clock.now().getTime() + 3_600_000).toISOString();
    const link = await ask(client, rowId);
    expect(link).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/preview\/[\w.-]+$/), expiresAt });
    for (const ref of [formSlug, { name: "A form" }]) expect(await ask(client, ref)).toEqual(link);
    fixture.clock.advance(1);
    const next = await ask(client, rowId);
    expect(Date.parse(next?.expiresAt ?? "") - Date.parse(expiresAt)).toBe(60_000);
    fixture.clock.advance(59_999);
    expect(await ask(client, rowId)).toEqual(next);
  });

  it("returns null for unknown forms and versions, another form's version, and another workspace's form", async () => {
    const client = fixture.client();
    const { form } = await openForm(client);
    const { form: other } = await openForm(client);
    expect(await ask(client, form.rowId, form.publishedVariantId)).not.toBeNull();
    for (const [ref, variant] of [[newId()], ["unknown"], [form.rowId, newId()], [form.rowId, other.publishedVariantId]] as const)
      expect(await ask(client, ref, variant)).toBeNull();
    expect(await ask(fixture.client(), form.rowId)).toBeNull();
    expect(await ask(fixture.client(), form.rowId, form.publishedVariantId)).toBeNull();
  });

  it("rejects a title that several forms have", async () => {
    const client = fixture.client();
    // The title must not be equal to a slug, because a slug takes precedence over titles.
    for (const _form of [1, 2]) await createForm(client, "Same title");
    const { errors } = await client.call(query, { formId: "Same title" });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" }, message: expect.stringContaining("Several forms") }]);
  });
});

describe("the preview", () => {
  it("shows the saved draft, or the version of the link", async () => {
    const client = fixture.client();
    const { form } = await openForm(client, { model: surveyModel });
    const draft = await ask(client, form.rowId);
    await saveDraft(client, form.rowId, modelOf("changed"));
    expect(settingsOf((await visit(pathOf(draft))).said).model).toEqual(modelOf("changed"));
    expect(settingsOf((await look(client, form.rowId, form.publishedVariantId)).said).model).toEqual(surveyModel);
  });

  it("is private: not cached, indexed or passed on, in frames only of its own origin, and without access to this origin", async () => {
    const client = fixture.client();
    const { form } = await openForm(client);
    const { status, headers } = await look(client, form.rowId);
    const names = ["cache-control", "referrer-policy", "x-robots-tag", "content-type", "access-control-allow-origin"];
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([
      200,
      ...["no-store", "no-referrer", "noindex, nofollow, noarchive", "text/html; charset=utf-8", null],
    ]);
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'"]));
    expect(policy?.at(-1)).toMatch(/^sandbox allow-scripts(?!.*allow-same-origin)/);
  });

  it("stores nothing, even if the form is open", async () => {
    const client = fixture.client();
    const { form } = await openForm(client);
    const paths = [pathOf(await ask(client, form.rowId)), pathOf(await ask(client, form.rowId, form.publishedVariantId))];
    const before = await stored();
    for (const path of paths) expect((await visit(path)).status).toBe(200);
    expect(await stored()).toEqual(before);
    const changed = await visitors(fixture).start((await openForm(client)).placement);
    expect(changed.status).toBe(201);
    expect(await stored()).not.toEqual(before);
  });

  it("is in the language of the model, with a banner, and escapes the model", async () => {
    const client = fixture.client();
    const { rowId } = await createForm(client);
    const title = "</script><b>";
    await saveDraft(client, rowId, { ...modelOf(), locale: "de", title });
    const { said } = await look(client, rowId);
    expect(said).toContain('<html lang="de">');
    expect(said).toContain('<header class="preview"><strong>Vorschau</strong>');
    expect(said).toContain("<title>&lt;/script&gt;&lt;b&gt;</title>");
    expect(settingsOf(said)).toEqual({
      ...{ locale: "en", supportEmail: null, assets: expect.stringMatching(/^\/assets\/forms\/\w+\/$/) },
      model: { ...modelOf(), locale: "de", title },
    });
  });

  it.each([
    ["no draft", null, "The form has no draft."],
    ["no question", { elements: [{ type: "html", name: "a", html: "Hello" }] }, "The draft has no questions."],
    ["an invalid draft", { elements: [{ type: "html", name: "a", html: "<script>" }] }, "elements.0.html: HTML in a form may contain only"],
  ])("says in words what is wrong with %s", async (_what, draft, words) => {
    const client = fixture.client();
    const { rowId } = await createForm(client);
    await fixture.admin.query("UPDATE forms SET draft = $2 WHERE row_id = $1", [rowId, draft]);
    const { status, said } = await look(client, rowId);
    expect(status).toBe(200);
    expect(said).toContain("There is no preview yet");
    expect(said).toContain(`<li lang="en">${words}`);
    expect(said).not.toContain("<script");
  });

  it("ends after one hour with 410, and is 404 for forged links and deleted forms", async () => {
    const client = fixture.client();
    const { form } = await openForm(client);
    const link = pathOf(await ask(client, form.rowId));
    fixture.clock.advance(3_599_999);
    expect((await visit(link)).status).toBe(200);
    fixture.clock.advance(1);
    const ended = await visit(link);
    expect([ended.status, ended.said.includes("This preview has expired"), ended.said.includes("<script")]).toEqual([410, true, false]);
    const forged = [link.replace("/preview/e", "/preview/f"), `${link}x.y`, "/preview/short"];
    const answers = await Promise.all(forged.map(visit));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ said }) => said)).size).toBe(1);
    const draft = pathOf(await ask(client, form.rowId));
    await openForm(client);
    await mutate(client, "delete_form", { formId: form.rowId });
    expect((await visit(draft)).status).toBe(404);
  });
});
