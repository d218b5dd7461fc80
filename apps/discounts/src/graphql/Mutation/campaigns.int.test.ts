import { campaignListed } from "@offergraph/shared/contracts/events/discounts";
import { newId, nilId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { listCampaignCodes } from "../../services/campaigns/list-codes.js";
import { createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createCampaign, recorded, run } from "../../testing/partners.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const failures = async (...[operation, input]: [Parameters<typeof run>[1], object]) =>
  pathsOf((await run(client, operation, input)).userErrors);
const get = async (campaignId: unknown, asker = client) =>
  (
    await asker.data<{ get_campaign: object | null }>("query ($id: Ref!) { get_campaign(campaignId: $id) { rowId name note } }", {
      id: campaignId,
    })
  ).get_campaign;
const list = async (given: object, asker = client) =>
  (
    await asker.data<{ list: { nodes: { name: string }[]; totalCount: number; pageInfo: { endCursor: string } } }>(
      `query ($filter: CampaignFilter, $orderBy: [CampaignOrderBy!], $first: Int, $before: Cursor, $last: Int) {
        list: list_campaigns(filter: $filter, orderBy: $orderBy, first: $first, before: $before, last: $last) {
          nodes { name } totalCount pageInfo { endCursor } } }`,
      given,
    )
  ).list;
const names = async (given: object) => (await list(given)).nodes.map(({ name }) => name);
const codesOf = async (id: string) =>
  (await client.data<{ all: { name: string }[] }>("query ($id: UUID!) { all: get_discount_campaigns(id: $id) { name } }", { id })).all;

const dates = { startsAt: "2026-07-01T00:00:00+02:00", endsAt: "2026-08-01T00:00:00Z" };

describe("create_campaign", () => {
  it("creates a campaign once per Idempotency-Key, with an event", async () => {
    const input = { name: " Summer ", ...dates, note: "at sea" };
    const { campaign } = await run(client, "create_campaign", input, "one");
    const at = fixture.clock.now().toISOString();
    expect(campaign).toMatchObject({
      ...{ workspaceId: client.workspaceId, createdAt: at, updatedAt: at, name: "Summer", note: "at sea" },
      ...{ startsAt: "2026-06-30T22:00:00.000Z", endsAt: "2026-08-01T00:00:00.000Z" },
    });
    expect((await run(client, "create_campaign", input, "one")).campaign).toEqual(campaign);
    const { workspaceId, ...record } = campaign as Record<string, unknown>;
    expect(await client.events()).toEqual([{ what: "campaign.added", recordId: record.rowId, data: record }]);
    for (const ref of ["Summer", record.rowId, { name: "Summer" }]) expect(await get(ref)).toMatchObject({ rowId: record.rowId });
    expect(await get("summer")).toBeNull();
  });

  it("reports all errors at once and writes nothing", async () => {
    await createCampaign(client, "Summer");
    const wrong = { name: "Summer", startsAt: dates.endsAt, endsAt: dates.endsAt, note: "x".repeat(2001) };
    expect(await failures("create_campaign", wrong)).toEqual(["input.endsAt OUT_OF_RANGE", "input.name TAKEN", "input.note TOO_LONG"]);
    expect(await failures("create_campaign", { name: " " })).toEqual(["input.name INVALID"]);
    expect(await client.events()).toHaveLength(1);
    const answers = await Promise.all([1, 2, 3].map(() => run(client, "create_campaign", { name: "Same" })));
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(["input.name TAKEN", "input.name TAKEN"]);
  });
});

describe("update_campaign", () => {
  it("changes what is given, with an event, and repeats without one", async () => {
    const { rowId } = await createCampaign(client, "Summer", dates);
    fixture.clock.advance(1_000);
    const { campaign } = await run(client, "update_campaign", { campaignId: "Summer", name: "Late summer", endsAt: null });
    const updatedAt = fixture.clock.now().toISOString();
    expect(campaign).toMatchObject({ rowId, name: "Late summer", startsAt: "2026-06-30T22:00:00.000Z", endsAt: null, updatedAt });
    expect((await run(client, "update_campaign", { campaignId: rowId, startsAt: dates.startsAt })).campaign).toEqual(campaign);
    expect((await recorded(client, /campaign.updated/)).map(({ data }) => [data.name, data.endsAt, data.changed])).toEqual([
      ["Late summer", null, ["name", "endsAt", "updatedAt"]],
    ]);
  });

  it("reports all errors at once, and another workspace's campaign as unknown", async () => {
    const theirs = await createCampaign(fixture.client(), "Theirs");
    await createCampaign(client, "Autumn");
    const { rowId } = await createCampaign(client, "Summer", dates);
    const before = await client.events();
    const late = { startsAt: "2026-09-01T00:00:00Z" };
    expect(await failures("update_campaign", { campaignId: rowId, name: "Autumn", ...late })).toEqual([
      "input.name TAKEN",
      "input.startsAt OUT_OF_RANGE",
    ]);
    expect(await failures("update_campaign", { campaignId: rowId, name: null })).toEqual(["input.name REQUIRED"]);
    for (const campaignId of [theirs.rowId, "Theirs", newId()])
      expect(await failures("update_campaign", { campaignId, name: "Autumn" })).toEqual(["input.campaignId NOT_FOUND", "input.name TAKEN"]);
    expect(await client.events()).toEqual(before);
    expect(await get(rowId)).toMatchObject({ name: "Summer" });
  });
});

describe("the codes of a campaign", () => {
  it("are assigned and removed by id, code or alias, each once, with events of the changed codes", async () => {
    const { rowId: campaignId } = await createCampaign(client, "Summer");
    const [one, two] = [await createCode(client, { code: "ONE" }), await createCode(client, { aliased_codes: [{ code: "Zwei" }] })];
    const [first, both] = [["one"], [{ name: "zwei" }, one.rowId, "ONE"]];
    const assigned = await run(client, "assign_discount_codes_to_campaign", { campaignId: "Summer", discountCodeIds: first }, "key");
    expect(assigned.discountCodes).toEqual([{ rowId: one.rowId }]);
    expect(await run(client, "assign_discount_codes_to_campaign", { campaignId: "Summer", discountCodeIds: first }, "key")).toEqual(
      assigned,
    );
    const added = await run(client, "assign_discount_codes_to_campaign", { campaignId, discountCodeIds: both });
    expect(added.discountCodes).toEqual([{ rowId: two.rowId }]);
    const removed = await run(client, "remove_discount_codes_from_campaign", { campaignId: "Summer", discountCodeIds: first }, "key");
    expect(removed.discountCodes).toEqual([{ rowId: one.rowId }]);
    expect(await run(client, "remove_discount_codes_from_campaign", { campaignId: "Summer", discountCodeIds: first }, "key")).toEqual(
      removed,
    );
    expect((await run(client, "remove_discount_codes_from_campaign", { campaignId, discountCodeIds: first })).discountCodes).toEqual([]);
    expect([await codesOf(one.rowId), await codesOf(two.rowId)]).toEqual([[], [{ name: "Summer" }]]);
    expect(
      (await recorded(client, /campaign.(un)?assigned/)).map(({ what, recordId, data }) => [what, recordId, data.discountCodeIds]),
    ).toEqual([
      ["campaign.assigned", campaignId, [one.rowId]],
      ["campaign.assigned", campaignId, [two.rowId]],
      ["campaign.unassigned", campaignId, [one.rowId]],
    ]);
    expect(await getCode(client, one.rowId)).toEqual(one);
  });

  it.each(["assign_discount_codes_to_campaign", "remove_discount_codes_from_campaign"] as const)(
    "are all or none: %s reports everything unknown or of another workspace",
    async (operation) => {
      const stranger = fixture.client();
      const [theirs, theirCode] = [await createCampaign(stranger, "Theirs"), await createCode(stranger, { code: "THEIRS" })];
      await createCampaign(client, "Summer");
      await createCode(client, { code: "MINE" });
      const before = await client.events();
      const discountCodeIds = ["MINE", theirCode.rowId, "THEIRS"];
      const unknown = ["input.discountCodeIds.1 NOT_FOUND", "input.discountCodeIds.2 NOT_FOUND"];
      expect(await failures(operation, { campaignId: "Summer", discountCodeIds })).toEqual(unknown);
      for (const campaignId of [theirs.rowId, "Theirs"])
        expect(await failures(operation, { campaignId, discountCodeIds })).toEqual(["input.campaignId NOT_FOUND", ...unknown]);
      expect(await failures(operation, { campaignId: "No", discountCodeIds: [] })).toEqual([
        "input.campaignId NOT_FOUND",
        "input.discountCodeIds TOO_SHORT",
      ]);
      const many = Array.from({ length: 1001 }, () => "MINE");
      expect(await failures(operation, { campaignId: "Summer", discountCodeIds: many })).toEqual(["input.discountCodeIds LIMIT_EXCEEDED"]);
      expect(await client.events()).toEqual(before);
    },
  );
});

describe("list_discount_codes", () => {
  it("finds the codes of a campaign by its id or name, combined with tags, for a change of their status", async () => {
    await createCampaign(client, "Summer");
    const tags = { vip: "blue" };
    const [one, two] = [await createCode(client, { code: "ONE", tags }), await createCode(client, { code: "TWO" })];
    await createCode(client, { code: "OTHER", tags });
    await run(client, "assign_discount_codes_to_campaign", { campaignId: "Summer", discountCodeIds: ["ONE", "TWO"] });
    const found = async (filter: object) => {
      const query =
        "query ($filter: DiscountCodeFilter) { list: list_discount_codes(filter: $filter, orderBy: [CODE_ASC]) { nodes { rowId } } }";
      return (await client.data<{ list: { nodes: { rowId: string }[] } }>(query, { filter })).list.nodes.map(({ rowId }) => rowId);
    };
    const codes = [one.rowId, two.rowId];
    for (const campaignId of ["Summer", { name: "Summer" }]) expect(await found({ campaignId })).toEqual(codes);
    expect(await found({ campaignId: "Summer", tag: { anyEqualTo: "vip" } })).toEqual([one.rowId]);
    expect(await found({ campaignId: "summer" })).toEqual([]);
    expect(await found({ not: { campaignId: "Summer" } })).toHaveLength(1);
    const pause = `mutation ($input: BulkUpdateDiscountCodeStatusInput!) {
      bulk_update_discount_code_status(input: $input) { discountCodes { status } userErrors { code } } }`;
    const input = { ids: await found({ campaignId: "Summer" }), status: "DRAFT" };
    expect(await client.data(pause, { input })).toEqual({
      bulk_update_discount_code_status: { discountCodes: [{ status: "DRAFT" }, { status: "DRAFT" }], userErrors: [] },
    });
  });
});

describe("delete_campaign", () => {
  it("deletes a campaign once per Idempotency-Key and keeps its codes; another workspace's campaign is unknown", async () => {
    const { rowId: campaignId } = await createCampaign(client, "Summer");
    const code = await createCode(client, { code: "ONE" });
    await run(client, "assign_discount_codes_to_campaign", { campaignId, discountCodeIds: ["ONE"] });
    const stranger = fixture.client();
    for (const unknown of [campaignId, "Summer"])
      expect(pathsOf((await run(stranger, "delete_campaign", { campaignId: unknown })).userErrors)).toEqual(["input.campaignId NOT_FOUND"]);
    const answer = await run(client, "delete_campaign", { campaignId: "Summer" }, "key");
    expect(answer).toEqual({ deletedId: campaignId, userErrors: [] });
    expect(await run(client, "delete_campaign", { campaignId: "Summer" }, "key")).toEqual(answer);
    expect(await failures("delete_campaign", { campaignId })).toEqual(["input.campaignId NOT_FOUND"]);
    expect([await get(campaignId), await codesOf(code.rowId), await getCode(client, code.rowId)]).toEqual([null, [], code]);
    expect((await recorded(client, /campaign.deleted/)).map(({ recordId, data }) => [recordId, data])).toEqual([
      [campaignId, { rowId: campaignId, name: "Summer" }],
    ]);
  });
});

describe("list_campaigns", () => {
  it("lists campaigns newest first, sorts, filters, and pages backward", async () => {
    await createCampaign(client, "Summer", dates);
    fixture.clock.advance(1_000);
    await createCampaign(client, "Autumn", { startsAt: "2026-09-01T00:00:00Z", note: "leaves" });
    fixture.clock.advance(1_000);
    await createCampaign(client, "Always");
    expect(await names({})).toEqual(["Always", "Autumn", "Summer"]);
    expect(await names({ orderBy: ["NAME_ASC"] })).toEqual(["Always", "Autumn", "Summer"]);
    expect(await names({ orderBy: ["STARTS_AT_ASC"] })).toEqual(["Summer", "Autumn", "Always"]);
    expect(await names({ orderBy: ["ENDS_AT_DESC", "UPDATED_AT_ASC"] })).toEqual(["Autumn", "Always", "Summer"]);
    expect(await names({ filter: { startsAt: { greaterThan: "2026-07-15T00:00:00Z" } } })).toEqual(["Autumn"]);
    expect(await names({ filter: { or: [{ note: { isNull: false } }, { endsAt: { isNull: false } }] } })).toEqual(["Autumn", "Summer"]);
    const { pageInfo, totalCount } = await list({ first: 2 });
    expect(totalCount).toBe(3);
    expect(await names({ last: 1, before: pageInfo.endCursor })).toEqual(["Always"]);
    expect(await list({}, fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });
});

describe("get_campaign_performance", () => {
  it("rejects a campaign with more than 10,000 codes", async () => {
    const { rowId } = await createCampaign(client, "Large");
    const { rowId: codeId } = await createCode(client);
    const copy = await fixture.admin.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute WHERE attrelid = 'discount_codes'::regclass AND attnum > 0
         AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('row_id', 'code')`,
    );
    const columns = copy.rows[0]?.columns ?? "";
    await fixture.admin.query(
      `WITH added AS (
         INSERT INTO discount_codes (row_id, code, ${columns}) SELECT gen_random_uuid(), 'LARGE-' || n, ${columns}
         FROM discount_codes d, generate_series(1, 10001) n WHERE d.row_id = $2 RETURNING row_id, workspace_id
       ) INSERT INTO campaign_codes (workspace_id, campaign_id, discount_code_id) SELECT workspace_id, $1, row_id FROM added`,
      [rowId, codeId],
    );
    const query = "query ($id: Ref!) { performance: get_campaign_performance(campaignId: $id) { discountCodeCount usageCount } }";
    const { errors } = await client.call(query, { id: "Large" });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "campaignId" });
    const removed =
      "DELETE FROM campaign_codes WHERE discount_code_id = (SELECT discount_code_id FROM campaign_codes WHERE campaign_id = $1 LIMIT 1)";
    await fixture.admin.query(removed, [rowId]);
    expect(await client.data(query, { id: "Large" })).toEqual({ performance: { discountCodeCount: 10_000, usageCount: 0 } });
  });

  it("returns the codes and their uses, and null for an unknown campaign or another workspace's", async () => {
    const { rowId } = await createCampaign(client, "Summer");
    const codes = [await createCode(client), await createCode(client), await createCode(client)].map((code) => code.rowId);
    await fixture.admin.query("UPDATE discount_codes SET usage_count = 3 WHERE workspace_id = $1", [client.workspaceId]);
    const query = `query ($id: Ref!) { performance: get_campaign_performance(campaignId: $id) {
      rowId campaign { name } discountCodeIds discountCodeCount usageCount } }`;
    const empty = { rowId, campaign: { name: "Summer" }, discountCodeIds: [], discountCodeCount: 0, usageCount: 0 };
    expect(await client.data(query, { id: "Summer" })).toEqual({ performance: empty });
    await run(client, "assign_discount_codes_to_campaign", { campaignId: rowId, discountCodeIds: codes.slice(1) });
    const filled = { ...empty, discountCodeIds: codes.slice(1).sort(), discountCodeCount: 2, usageCount: 6 };
    expect(await client.data(query, { id: rowId })).toEqual({ performance: filled });
    for (const id of [rowId, "Summer"]) expect(await fixture.client().data(query, { id })).toEqual({ performance: null });
    expect(await client.data(query, { id: newId() })).toEqual({ performance: null });
  });
});

describe("the listing of stored campaigns", () => {
  it("emits the codes of one campaign per batch", async () => {
    const [first, second, empty] = await Promise.all(["Summer", "Winter", "Empty"].map((name) => createCampaign(client, name)));
    const codes = await Promise.all(["SUN10", "SUN20", "ICE10"].map((code) => createCode(client, { code })));
    const [sun10, sun20, ice10] = codes.map(({ rowId }) => rowId);
    const discountCodeIds = [sun10, sun20].sort();
    await run(client, "assign_discount_codes_to_campaign", { campaignId: first?.rowId, discountCodeIds });
    await run(client, "assign_discount_codes_to_campaign", { campaignId: second?.rowId, discountCodeIds: [ice10] });
    const { database } = fixture.running.parts;
    const runBatch = (after: string) =>
      database.transaction({ workspaceId: client.workspaceId, emits: [campaignListed] }, (tx) => listCampaignCodes(tx, after));
    const visited: string[] = [];
    for (let after: string | null = nilId; after !== null; after = await runBatch(after)) visited.push(after);
    expect(visited.slice(1)).toEqual([first, second, empty].map((campaign) => campaign?.rowId).sort());
    const listed = (await client.events()).filter(({ what }) => what === "campaign.listed").map(({ data }) => data);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        { campaignId: first?.rowId, discountCodeIds },
        { campaignId: second?.rowId, discountCodeIds: [ice10] },
      ]),
    );
  });
});
