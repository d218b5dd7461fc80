import { testSigningKey } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { storeAdminEnv, storeSettings } from "../env.js";
import { openSecret } from "../services/stores/secrets.js";
import { createCode, getCode } from "../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { runAdmin } from "./program.js";

const sandbox = { SANDBOX_STORE_URL: "http://127.0.0.1:9", SANDBOX_STORE_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}` };
const settings = { GATEWAY_SIGNING_KEY: testSigningKey, OUTBOUND_ALLOW_PRIVATE: "1", ...sandbox };
const nobody = "01900000-0000-7000-8000-000000000001";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const run = async (words: string[], environment: Record<string, string> = settings) => {
  const output = { out: "", error: "" };
  const into = (stream: "out" | "error") => (text: string) => {
    output[stream] += `${text}\n`;
  };
  const inWorkspace = words.includes("--workspace") ? words : [...words, "--workspace", client.workspaceId];
  const code = await runAdmin(
    inWorkspace,
    { DATABASE_URL: fixture.connectionString, ...environment },
    { out: into("out"), error: into("error") },
  );
  return { code, ...output };
};
const json = async <Answer = Record<string, string>>(words: string[], environment?: Record<string, string>) => {
  const { code, out, error } = await run([...words, "--json"], environment);
  expect([code, error]).toEqual([0, ""]);
  return JSON.parse(out) as Answer;
};
const failure = async (words: string[], environment?: Record<string, string>) => {
  const { code, out, error } = await run(words, environment);
  expect([code, out]).toEqual([1, ""]);
  expect(error).not.toMatch(/^ +at |node_modules|prisma/im);
  return error;
};
const eventsOf = async (what: string) => (await client.events()).filter((event) => event.what === what);
const targetOf = async (connectionId: string | undefined) => {
  const { rows } = await fixture.admin.query("SELECT slug, provider, endpoint, secret FROM connections WHERE row_id = $1", [connectionId]);
  const { secret, ...target } = rows[0];
  return { ...target, secret: secret && openSecret(storeSettings(storeAdminEnv(settings)).secretKey, connectionId ?? "", secret) };
};

describe("connection", () => {
  it("adds connections with an encrypted secret, prints only generated secrets, and emits events", async () => {
    const made = await json(["connection", "add", "--name", "Käse & Co.", "--endpoint", "https://127.0.0.1/hook"]);
    expect(made.secret).toMatch(/^whsec_/);
    expect(await targetOf(made.connectionId)).toEqual({
      slug: "kase-co",
      provider: "http",
      endpoint: "https://127.0.0.1/hook",
      secret: made.secret,
    });
    const given = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
    const own = await json(["connection", "add", "--name", "Käse co", "--endpoint", "https://127.0.0.1/", "--secret", given]);
    expect(own).toEqual({ connectionId: expect.any(String) });
    expect(await targetOf(own.connectionId)).toMatchObject({ slug: "kase-co-2", secret: given });
    for (const how of [["--sandbox"], ["--endpoint", `${sandbox.SANDBOX_STORE_URL}/`]]) {
      const { connectionId, secret } = await json(["connection", "add", "--name", "Sandbox", ...how]);
      expect(secret).toBeUndefined();
      expect(await targetOf(connectionId)).toMatchObject({ provider: "http", secret: sandbox.SANDBOX_STORE_SECRET });
    }
    const manual = await json(["connection", "add", "--name", "Till", "--slug", "till"]);
    expect(await targetOf(manual.connectionId)).toEqual({ slug: "till", provider: "manual", endpoint: null, secret: null });
    const events = await eventsOf("connection.added");
    expect(events.map(({ data }) => data.slug)).toEqual(["kase-co", "kase-co-2", "sandbox", "sandbox-2", "till"]);
    expect(JSON.stringify(events)).not.toMatch(/whsec_|127\.0\.0\.1/);
    const list = await json<object[]>(["connection", "list"]);
    expect(list).toHaveLength(5);
    expect(list[0]).toEqual({
      connectionId: made.connectionId,
      slug: "kase-co",
      name: "Käse & Co.",
      provider: "http",
      endpoint: "https://127.0.0.1/hook",
    });
    expect(await json(["connection", "list"], { OUTBOUND_ALLOW_PRIVATE: "0" })).toEqual(list);
    const other = await run(["connection", "list", "--workspace", nobody]);
    expect(other.out.trim().split("\n")).toHaveLength(1);
  });

  it("reports errors and adds nothing", async () => {
    const add = ["connection", "add", "--name", "A store"];
    await json([...add, "--slug", "taken"]);
    const before = await client.events();
    const endpoint = ["--endpoint", "https://127.0.0.1/"];
    expect(await failure([...add, "--slug", "taken"])).toMatch(/has the slug taken/);
    expect(await failure([...add, "--slug", "Not a slug"])).toMatch(/a-z and 0-9/);
    expect(await failure([...add, ...endpoint], { ...settings, OUTBOUND_ALLOW_PRIVATE: "0" })).toMatch(/only public addresses/);
    expect(await failure([...add, "--endpoint", "no url"])).toMatch(/must be a URL/);
    expect(await failure([...add, ...endpoint, "--secret", "whsec_short"])).toMatch(/whsec_/);
    expect(await failure([...add, ...endpoint, "--sandbox"])).toMatch(/not both/);
    expect(await failure([...add, ...endpoint, "--provider", "manual"])).toMatch(/no endpoint/);
    expect(await failure([...add, "--provider", "http"])).toMatch(/--endpoint/);
    expect(await failure([...add, "--sandbox"], { GATEWAY_SIGNING_KEY: testSigningKey })).toMatch(/No sandbox store/);
    expect(await failure([...add, ...endpoint], {})).toMatch(/GATEWAY_SIGNING_KEY/);
    expect(await failure(["connection", "add"])).toMatch(/--name/);
    expect(await client.events()).toEqual(before);
    expect(await json<object[]>(["connection", "list"])).toHaveLength(1);
  });
});

describe("partner", () => {
  it("assigns codes (by id, code or alias) to a partner (by id, name or @handle) with one event per changed code", async () => {
    const { partnerId = "" } = await json(["partner", "add", "--name", "Ann Lee", "--handle", "@Ann.Lee"]);
    expect(await eventsOf("partner.added")).toMatchObject([{ recordId: partnerId, data: { name: "Ann Lee", handle: "Ann.Lee" } }]);
    const [one, two, three] = [
      await createCode(client, { code: "ONE" }),
      await createCode(client, { code: "TWO", aliased_codes: [{ code: "Zwei" }] }),
      await createCode(client, { code: "THREE" }),
    ];
    const assign = (...words: string[]) => json<{ discountCodeIds: string[] }>(["partner", "assign", ...words]);
    const first = await assign("--partner", "@ANN.lee", "--code", one.rowId.toUpperCase(), "zwei", "--code", "two");
    expect(first.discountCodeIds.sort()).toEqual([one.rowId, two.rowId].sort());
    expect(await assign("one", "three", "--partner", "Ann Lee")).toEqual({ partnerId, discountCodeIds: [three.rowId] });
    expect(await assign("ONE", "--partner", partnerId)).toEqual({ partnerId, discountCodeIds: [] });
    expect(await getCode(client, two.rowId)).toMatchObject({ partnerId, partner: { name: "Ann Lee" } });
    expect((await getCode(client, two.rowId))?.updatedAt).not.toBe(two.updatedAt);
    const updated = await eventsOf("discount_code.updated");
    expect(updated.map(({ data }) => [data.partnerId, data.changed])).toEqual(
      Array.from({ length: 3 }, () => [partnerId, ["partnerId", "updatedAt"]]),
    );

    const { list, partners } = await client.data<{ list: { nodes: object[] }; partners: object[] }>(
      `query ($id: UUID!) { list: list_discount_codes(filter: { partnerId: "@ann.LEE" }, orderBy: [CODE_ASC]) { nodes { code } }
        partners: get_discount_code_partners(id: $id) { rowId name handle } }`,
      { id: one.rowId },
    );
    expect(list.nodes).toEqual([{ code: "ONE" }, { code: "THREE" }, { code: "TWO" }]);
    expect(partners).toEqual([{ rowId: partnerId, name: "Ann Lee", handle: "Ann.Lee" }]);

    expect(await assign("--none", "ONE")).toEqual({ partnerId: null, discountCodeIds: [one.rowId] });
    expect(await getCode(client, one.rowId)).toMatchObject({ partnerId: null, partner: null });
  });

  it("reports errors and changes nothing", async () => {
    await json(["partner", "add", "--name", "Twin", "--handle", "a"]);
    await json(["partner", "add", "--name", "Twin"]);
    const { rowId } = await createCode(client, { code: "MINE" });
    const before = await client.events();
    expect(await failure(["partner", "add", "--name", "Other", "--handle", "A"])).toMatch(/handle @A/);
    expect(await failure(["partner", "add", "--name", "Other", "--handle", "not a handle"])).toMatch(/1-64/);
    expect(await failure(["partner", "add", "--name", " @a"])).toMatch(/must not begin with "@"/);
    expect(await failure(["partner", "add", "--name", "A\u001b[2J"])).toMatch(/control character/);
    expect(await failure(["partner", "assign", "--partner", "Twin", "MINE"])).toMatch(/Several partners/);
    expect(await failure(["partner", "assign", "--partner", "@nobody", "MINE"])).toMatch(/no partner @nobody/);
    expect(await failure(["partner", "assign", "--partner", nobody, "MINE"])).toMatch(/no partner/);
    expect(await failure(["partner", "assign", "--partner", "@a", "MINE", "NOT", nobody])).toMatch(new RegExp(`: NOT, ${nobody}\\.`));
    expect(await failure(["partner", "assign", "--partner", "@a"])).toMatch(/--code/);
    expect(await failure(["partner", "assign", "MINE"])).toMatch(/--partner/);
    expect(await failure(["partner", "assign", "--partner", "@a", "--none", "MINE"])).toMatch(/--none/);
    expect(await failure(["partner", "assign", "--partner", "@a", rowId, "--workspace", nobody])).toMatch(/no partner/);
    expect(await client.events()).toEqual(before);
    expect(await getCode(client, rowId)).toMatchObject({ partnerId: null });
  });
});

describe("campaign", () => {
  it("adds each code once; campaigns of a code are read newest first", async () => {
    const { campaignId = "" } = await json(["campaign", "add", "--name", "Summer"]);
    const later = await json(["campaign", "add", "--name", "Autumn"]);
    expect((await eventsOf("campaign.added")).map(({ data }) => data.name)).toEqual(["Summer", "Autumn"]);
    const [one, two] = [await createCode(client, { code: "ONE" }), await createCode(client, { code: "TWO" })];
    const assign = (...words: string[]) => json<{ discountCodeIds: string[] }>(["campaign", "assign", ...words]);
    expect(await assign("--campaign", "Summer", "--code", "one")).toEqual({ campaignId, discountCodeIds: [one.rowId] });
    expect(await assign("--campaign", campaignId, "ONE", two.rowId)).toEqual({ campaignId, discountCodeIds: [two.rowId] });
    expect(await assign("--campaign", "Summer", "one", "two")).toEqual({ campaignId, discountCodeIds: [] });
    await assign("--campaign", "Autumn", "one");
    expect((await eventsOf("campaign.assigned")).map(({ data }) => data)).toEqual([
      { campaignId, discountCodeIds: [one.rowId] },
      { campaignId, discountCodeIds: [two.rowId] },
      { campaignId: later.campaignId, discountCodeIds: [one.rowId] },
    ]);
    const query = `query ($id: UUID!, $first: Int) { campaigns: get_discount_campaigns(id: $id, first: $first) { rowId workspaceId name createdAt } }`;
    const campaignsOf = async (asker: Client, id: string, first?: number) =>
      (await asker.data<{ campaigns: { name: string }[] }>(query, { id, first })).campaigns;
    expect((await campaignsOf(client, one.rowId)).map(({ name }) => name)).toEqual(["Autumn", "Summer"]);
    expect(await campaignsOf(client, one.rowId, 1)).toMatchObject([{ rowId: later.campaignId, workspaceId: client.workspaceId }]);
    expect(await campaignsOf(client, one.rowId, 0)).toEqual([]);
    expect(await campaignsOf(fixture.client(), one.rowId)).toEqual([]);
    expect(await campaignsOf(client, nobody)).toEqual([]);
    const entities = async (asker: Client) =>
      (
        await asker.data<{ _entities: object[] }>(
          `query ($all: [_Any!]!) { _entities(representations: $all) { ... on Campaign { name } } }`,
          {
            all: [{ __typename: "Campaign", rowId: campaignId }],
          },
        )
      )._entities;
    expect(await entities(client)).toEqual([{ name: "Summer" }]);
    expect(await entities(fixture.client())).toEqual([null]);
  });

  it("reports errors and changes nothing", async () => {
    await json(["campaign", "add", "--name", "Summer"]);
    await createCode(client, { code: "ONE" });
    const before = await client.events();
    expect(await failure(["campaign", "add", "--name", "Summer"])).toMatch(/already/);
    expect(await failure(["campaign", "assign", "--campaign", "Winter", "ONE"])).toMatch(/no campaign Winter/);
    expect(await failure(["campaign", "assign", "--campaign", "Summer", "ONE", "NOT"])).toMatch(/NOT/);
    expect(await failure(["campaign", "assign", "--campaign", "Summer"])).toMatch(/--code/);
    expect(await client.events()).toEqual(before);
  });
});

describe("get_discount_code_partners", () => {
  it("returns an empty list without a partner, for an unknown code, and for another workspace's code", async () => {
    const { rowId } = await createCode(client);
    const partnersOf = async (asker: Client, id: string) =>
      (await asker.data<{ partners: object[] }>("query ($id: UUID!) { partners: get_discount_code_partners(id: $id) { rowId } }", { id }))
        .partners;
    expect(await partnersOf(client, rowId)).toEqual([]);
    await json(["partner", "add", "--name", "Ann"]);
    await json(["partner", "assign", "--partner", "Ann", rowId]);
    expect(await partnersOf(client, rowId)).toHaveLength(1);
    expect(await partnersOf(fixture.client(), rowId)).toEqual([]);
    expect(await partnersOf(client, nobody)).toEqual([]);
  });
});
