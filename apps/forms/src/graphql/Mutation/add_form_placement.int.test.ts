import { newId } from "@offergraph/shared/time/ids";
import { countReads } from "@offergraph/testkit/fixture";
import { connectionOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { startDiscountsFixture } from "../../testing/discounts.js";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, modelOf, publishForm, saveDraft } from "../../testing/forms.js";
import { addConnection, ask, placeForm, readPlacement, websiteConfig } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
let formId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  formId = (await createForm(client)).rowId;
});

const add = (input: object, key?: string) => ask(client, "add_form_placement", { key }, { formId, ...input });
const faults = async (input: object) => pathsOf((await add(input)).userErrors);
const news = async () => (await client.events()).filter(({ what }) => what.startsWith("form_placement."));
const waysIn = async () => {
  const tables = ["form_placements", "short_links", "public_keys", "short_link_codes"];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE workspace_id = $1) AS ${table}`);
  const { rows } = await fixture.admin.query(`SELECT ${counts.join(", ")}`, [client.workspaceId]);
  return Object.values(rows[0]);
};

describe("add_form_placement", () => {
  it("creates an unpublished placement with a public key and a short link, and emits an event without the key", async () => {
    const config = { ...websiteConfig, position: "bottom_right" };
    const { placement, userErrors } = await add({ channelId: "Website", config });
    expect(userErrors).toEqual([]);
    const rowId = placement?.rowId ?? "";
    expect(placement).toMatchObject({
      placementId: rowId,
      formId,
      channel: { name: "Website" },
      connectionId: null,
      config,
      published: false,
    });
    expect(placement).toMatchObject({ tierNoteResolved: null, upsellResolved: null, qr: null, verifiedAt: null, verifyProblems: [] });
    expect(placement?.publicKey).toMatch(/^fpk_[0-9A-Za-z]{24}$/);
    const { code, url } = placement?.shortLink ?? { code: "", url: "" };
    expect(code).toMatch(/^[2-9A-HJKMNP-Za-hjkmnp-z]{7}$/);
    expect(url).toBe(`http://127.0.0.1:4000/s/${code}`);
    expect(placement?.shortLink).toMatchObject({ disabled: false, clickCount: 0, formPlacementId: rowId });
    expect(await readPlacement(client, rowId)).toEqual(placement);
    expect(await readPlacement(fixture.client(), rowId)).toBeNull();
    const [event] = await news();
    expect(event).toMatchObject({ what: "form_placement.created", recordId: rowId, data: { rowId, formId, connectionId: null, config } });
    expect(JSON.stringify(event)).not.toContain(placement?.publicKey);
  });

  it("accepts every channel with its connection; a form may be on a channel twice", async () => {
    const connectionId = await addConnection(fixture, client);
    const channels = await client.data<{ all: { rowId: string }[] }>("{ all: get_form_channels { rowId } }");
    for (const [channelId, config, connection] of [
      [channels.all[0]?.rowId.toUpperCase(), { slot: "thank-you" }, connectionId.toUpperCase()],
      [{ name: "Website" }, websiteConfig, connectionId],
      ["Website", websiteConfig, null],
      ["Hosted page", {}, null],
      ["Email", { redirect_url: "https://shop.example/thanks" }, undefined],
    ] as const)
      expect((await placeForm(client, { formId, channelId, config, connectionId: connection })).connectionId).toBe(
        connection ? connectionId : null,
      );
    expect(await waysIn()).toEqual([5, 5, 5, 5]);
  });

  it("returns all errors at once, writes nothing and emits no event", async () => {
    const config = { allowed_origins: ["https://a.example/path"], position: "above", slot: "x" };
    expect(await faults({ formId: "gone", channelId: "Website", config })).toEqual([
      "input.config.allowed_origins.0 INVALID",
      "input.config.position INVALID",
      "input.config.slot UNKNOWN_FIELD",
      "input.formId NOT_FOUND",
    ]);
    expect(await faults({ channelId: "Telegram", config: {} })).toEqual(["input.channelId NOT_FOUND"]);
    const notMine = fixture.client();
    const channels = await notMine.data<{ all: { rowId: string }[] }>("{ all: get_form_channels { rowId } }");
    expect(await faults({ channelId: channels.all[1]?.rowId, config: websiteConfig })).toEqual(["input.channelId NOT_FOUND"]);
    expect(await faults({ formId: (await createForm(notMine)).rowId, channelId: "Email", config: {} })).toEqual(["input.formId NOT_FOUND"]);
    await createForm(client);
    expect(await faults({ formId: "A form", channelId: "Email", config: {} })).toEqual(["input.formId AMBIGUOUS_REF"]);
    expect(await waysIn()).toEqual([0, 0, 0, 0]);
    expect(await news()).toEqual([]);
  });

  it("requires a connection on IN_PLATFORM and rejects one on hosted channels", async () => {
    const connectionId = await addConnection(fixture, client);
    expect(await faults({ channelId: "Store checkout", config: { slot: "" } })).toEqual([
      "input.config.slot TOO_SHORT",
      "input.connectionId REQUIRED",
    ]);
    for (const channelId of ["Hosted page", "Email"])
      expect(await faults({ channelId, config: {}, connectionId })).toEqual(["input.connectionId INVALID"]);
    expect(await news()).toEqual([]);
  });

  it("looks up a connection that is not replicated yet; unknown ones and another workspace's are NOT_FOUND", async () => {
    const asking = await startDiscountsFixture(inject("adminUrl"));
    try {
      client = asking.client();
      formId = (await createForm(client)).rowId;
      const connection = connectionOf();
      asking.discounts.in(client.workspaceId).connections.push(connection);
      const foreign = await addConnection(asking, asking.client());
      // Repeats the mutation, because the connection lookup can time out after 300 ms on a busy machine.
      const eventually = (connectionId: string, expected: string[]) =>
        vi.waitFor(async () => expect(await faults({ channelId: "Store checkout", config: {}, connectionId })).toEqual(expected), polling);
      await eventually(connection.rowId, []);
      for (const id of [foreign, newId()]) await eventually(id, ["input.connectionId NOT_FOUND"]);
      const both = async () => faults({ channelId: "Telegram", config: {}, connectionId: foreign });
      await vi.waitFor(async () => expect(await both()).toEqual(["input.channelId NOT_FOUND", "input.connectionId NOT_FOUND"]), polling);
    } finally {
      await asking.stop();
    }
  });

  it("returns UNAVAILABLE while the connection cannot be looked up, and succeeds on a retry", async () => {
    const connectionId = newId();
    const input = { channelId: "Website", config: websiteConfig, connectionId };
    expect(pathsOf((await add(input, "key")).userErrors)).toEqual(["input.connectionId UNAVAILABLE"]);
    expect(await news()).toEqual([]);
    const { admin } = fixture;
    await admin.query("INSERT INTO connection_references (row_id, workspace_id, slug, name, provider) VALUES ($1, $2, 's', 'S', 'http')", [
      connectionId,
      client.workspaceId,
    ]);
    expect((await add(input, "key")).placement?.connectionId).toBe(connectionId);
  });

  it("returns the same placement with the same Idempotency-Key", async () => {
    const input = { channelId: "Email", config: {} };
    const first = await add(input, "key");
    expect(await add(input, "key")).toEqual(first);
    expect((await add(input)).placement?.rowId).not.toBe(first.placement?.rowId);
    expect(await waysIn()).toEqual([2, 2, 2, 2]);
    expect(await news()).toHaveLength(2);
  });
});

describe("the warnings of mutations of forms and placements", () => {
  const warningsOf = async (operation: string, input: object) => {
    const type = operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase());
    const mutation = `mutation ($input: ${type}Input!) { answer: ${operation}(input: $input) { userErrors { code } } }`;
    const { data, extensions } = await client.call(mutation, { input });
    expect(data).toEqual({ answer: { userErrors: [] } });
    return (extensions?.warnings ?? []).map(({ code, recordIds, next }) => `${code} ${recordIds[0]} ${next.operation}`);
  };
  const channel = { channelId: "Website", config: websiteConfig };

  it("say what visitors do not see yet, from the draft to the published placement", async () => {
    const [unpublished, publishedAs] = [`FORM_NOT_PUBLISHED ${formId} publish_form`, { formId, body: { status: "PUBLISHED" } }];
    expect(await warningsOf("save_form_draft", { formId, payload: modelOf() })).toEqual([unpublished]);
    const { rowId: placementId } = await placeForm(client, { formId });
    const hidden = (id: string) => `PLACEMENT_NOT_PUBLISHED ${id} set_form_placement_published`;
    const set = (published: boolean) => warningsOf("set_form_placement_published", { placementId, published });
    expect(await set(true)).toEqual([unpublished]);
    expect(await set(false)).toEqual([]);
    expect(await warningsOf("publish_form", { formId })).toEqual([hidden(placementId)]);
    expect(await warningsOf("update_form", publishedAs)).toEqual([hidden(placementId)]);
    expect(await warningsOf("update_form", { formId, body: { title: "Other" } })).toEqual([]);
    expect(await set(true)).toEqual([]);
    expect(await warningsOf("publish_form", { formId })).toEqual([]);
    const changed = { formId, payload: modelOf("other") };
    expect(await warningsOf("save_form_draft", changed)).toEqual([`DRAFT_NOT_PUBLISHED ${formId} publish_form`]);
    expect(await warningsOf("save_form_draft", { formId, payload: modelOf() })).toEqual([]);
    await saveDraft(client, formId, modelOf("other"));
    expect(await warningsOf("save_form_draft", changed)).toEqual([`DRAFT_NOT_PUBLISHED ${formId} publish_form`]);
    expect(await warningsOf("publish_form", { formId })).toEqual([]);
    expect(await warningsOf("save_form_draft", changed)).toEqual([]);
  });

  it("name a form without placements, and both causes of a placement that shows nothing", async () => {
    const answer = await warningsOf("add_form_placement", { formId, ...channel });
    expect(answer).toEqual([
      `FORM_NOT_PUBLISHED ${formId} publish_form`,
      expect.stringMatching(/^PLACEMENT_NOT_PUBLISHED \S+ set_form_placement_published$/),
    ]);
    client = fixture.client();
    const { rowId } = await publishForm(client);
    expect(await warningsOf("publish_form", { formId: rowId })).toEqual([`FORM_WITHOUT_PLACEMENT ${rowId} add_form_placement`]);
    const placed = await warningsOf("add_form_placement", { formId: rowId, ...channel });
    expect(placed).toEqual([expect.stringContaining("PLACEMENT_NOT_PUBLISHED")]);
  });

  it("are also those of get_form and get_form_install, which need no further SQL statement for them", async () => {
    const { rowId, formSlug: slug } = await publishForm(client);
    const read = async (operation: string, selection: string, of = client, given = slug) => {
      const text = `query ($slug: String!) { ${operation}(slug: $slug) { ${selection} } }`;
      const [{ extensions }, count] = await countReads(fixture, () => of.call(text, { slug: given }));
      const lines = (extensions?.warnings ?? []).map(({ code, recordIds, next }) => `${code} ${recordIds.join(" ")} ${next.operation}`);
      return { lines, count };
    };
    const [form, install] = ["rowId", "placements { placementId }"];
    const expectBoth = async (lines: string[]) => {
      expect(await read("get_form", form)).toEqual({ lines, count: 1 });
      expect((await read("get_form_install", install)).lines).toEqual(lines);
    };
    await expectBoth([`FORM_WITHOUT_PLACEMENT ${rowId} add_form_placement`]);
    const { rowId: first } = await placeForm(client, { formId: rowId });
    const hidden = (id: string) => `PLACEMENT_NOT_PUBLISHED ${id} set_form_placement_published`;
    await expectBoth([hidden(first)]);
    await warningsOf("set_form_placement_published", { placementId: first, published: true });
    await expectBoth([]);
    const { rowId: second } = await placeForm(client, { formId: rowId });
    expect(await read("get_form", form)).toEqual({ lines: [], count: 1 });
    // Warnings do not increase the number of SQL statements.
    expect(await read("get_form_install", install)).toEqual({ lines: [hidden(second)], count: 3 });
    expect(await read("get_form_install", install, fixture.client())).toEqual({ lines: [], count: 1 });
    const { rowId: draft, formSlug } = await createForm(client);
    expect((await read("get_form", form, client, formSlug)).lines).toEqual([`FORM_NOT_PUBLISHED ${draft} publish_form`]);
    await warningsOf("update_form", { formId: draft, body: { status: "ARCHIVED" } });
    expect((await read("get_form", form, client, formSlug)).lines).toEqual([]);
    expect((await client.call("{ list_forms { nodes { rowId } } }")).extensions).toBeUndefined();
  });

  it("are missing for an archived form", async () => {
    await saveDraft(client, formId);
    expect(await warningsOf("update_form", { formId, body: { status: "ARCHIVED" } })).toEqual([]);
    expect(await warningsOf("save_form_draft", { formId, payload: modelOf() })).toEqual([]);
  });
});
