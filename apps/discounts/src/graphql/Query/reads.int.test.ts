import { countReads } from "@offergraph/testkit/fixture";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, addPartner, createCode, getCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { seedCodes } from "../../testing/seed-codes.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

describe("get_discount", () => {
  it("returns the code by id in any case; null if unknown or of another workspace", async () => {
    const code = await createCode(client);
    expect(await getCode(client, code.rowId.toUpperCase())).toEqual(code);
    expect(await getCode(fixture.client(), code.rowId)).toBeNull();
    expect(await getCode(client, "01900000-0000-7000-8000-000000000001")).toBeNull();
  });

  it("returns exhausted and the partner", async () => {
    const { rowId } = await createCode(client, { usage_limit: 2 });
    const partnerId = await addPartner(fixture, client, "Ann", "ann");
    await fixture.admin.query("UPDATE discount_codes SET usage_count = 2, partner_id = $2 WHERE row_id = $1", [rowId, partnerId]);
    expect(await getCode(client, rowId)).toMatchObject({
      exhausted: true,
      usageCount: 2,
      partnerId,
      partner: { rowId: partnerId, name: "Ann" },
    });
  });
});

describe("the warnings of get_discount", () => {
  const warningsOf = async (id: string, of = client) => {
    const { extensions } = await of.call("query ($id: UUID!) { get_discount(id: $id) { code } }", { id });
    return (extensions?.warnings ?? []).map(({ operation, code, recordIds, next }) => {
      expect([operation, recordIds]).toEqual(["get_discount", [id]]);
      return `${code} ${next.operation}`;
    });
  };
  const [onNoStore, notActive, expired] = [
    "CODE_ON_NO_STORE add_discount_placements",
    "CODE_NOT_ACTIVE save_discount_code",
    "CODE_EXPIRED save_discount_code",
  ];

  it("say why customers cannot use the code, but not to another workspace and not in lists", async () => {
    const { rowId } = await createCode(client, { status: "ACTIVE" });
    expect(await warningsOf(rowId)).toEqual([onNoStore]);
    expect(await warningsOf(rowId, fixture.client())).toEqual([]);
    const list = await client.call("{ list_discount_codes { nodes { rowId placements { placementId } } } }");
    expect([list.errors, list.extensions]).toEqual([undefined, undefined]);
    const placements = [{ connectionId: await addConnection(fixture, client) }];
    const { rowId: placed } = await createCode(client, { code: "PLACED", status: "ACTIVE", placements });
    const { rowId: drafted } = await createCode(client, { code: "DRAFT", status: "DRAFT" });
    const { rowId: ended } = await createCode(client, { code: "ENDED", status: "EXPIRED", placements });
    expect(await Promise.all([placed, drafted, ended].map((id) => warningsOf(id)))).toEqual([[], [notActive, onNoStore], [expired]]);
  });

  it("need no further SQL statement", async () => {
    const { rowId: id } = await createCode(client, { placements: [{ connectionId: await addConnection(fixture, client) }] });
    const readsOf = async (selection: string) => {
      const query = `query ($id: UUID!) { get_discount(id: $id) { ${selection} } }`;
      return (await countReads(fixture, () => client.data(query, { id })))[1];
    };
    // Checks that warnings need no additional SQL statements.
    expect(await readsOf("code title status")).toBe(1);
    expect(await readsOf("code placements { placementId discountCode { code } }")).toBe(2);
  });
});

describe("get_discount_code_alias_exists", () => {
  const exists = async (codes: string[], excludeDiscountId?: string) =>
    (
      await client.data<{ answer: object[] }>(
        `query ($codes: [String!]!, $excludeDiscountId: UUID) {
          answer: get_discount_code_alias_exists(codes: $codes, excludeDiscountId: $excludeDiscountId) { code exists discountCodeId } }`,
        { codes, excludeDiscountId },
      )
    ).answer;

  it("returns one result per code in order, ignoring case and the excluded code", async () => {
    const { rowId } = await createCode(client, { code: "Émile", aliased_codes: [{ code: "nick" }] });
    const other = await createCode(client, { code: "other" });
    expect(await exists(["NICK", "nothing", "e\u0301mile", "NICK", "Other"])).toEqual([
      { code: "NICK", exists: true, discountCodeId: rowId },
      { code: "nothing", exists: false, discountCodeId: null },
      { code: "e\u0301mile", exists: true, discountCodeId: rowId },
      { code: "NICK", exists: true, discountCodeId: rowId },
      { code: "Other", exists: true, discountCodeId: other.rowId },
    ]);
    expect(await exists(["nick", "other"], rowId)).toEqual([
      { code: "nick", exists: false, discountCodeId: null },
      { code: "other", exists: true, discountCodeId: other.rowId },
    ]);
    expect(await exists([])).toEqual([]);
    client = fixture.client();
    expect(await exists(["nick"])).toEqual([{ code: "nick", exists: false, discountCodeId: null }]);
  });

  it("accepts at most 1000", async () => {
    const codes = Array.from({ length: 1001 }, (_, n) => String(n));
    const { errors } = await client.call("query ($codes: [String!]!) { get_discount_code_alias_exists(codes: $codes) { code } }", {
      codes,
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "codes" });
  });
});

describe("get_discount_codes_aggregates_filtered", () => {
  const fields = "usageCount valuePercent valueAmount";
  const aggregates = async (filter: object) =>
    (
      await client.data<{ answer: object }>(
        `query ($filter: DiscountCodeFilter) { answer: get_discount_codes_aggregates_filtered(filter: $filter) {
          count byStatus { status count } sum { ${fields} } average { ${fields} } min { ${fields} } max { ${fields} } } }`,
        { filter },
      )
    ).answer;

  it("are exact over all matches and include every status", async () => {
    await createCode(client, { value_percent: 10.0001 });
    await createCode(client, { value_percent: 20, status: "DRAFT" });
    await createCode(client, { value_kind: "amount", value_percent: null, value_amount: 0.1, status: "DRAFT" });
    expect(await aggregates({ status: { in: ["ACTIVE", "DRAFT"] } })).toEqual({
      count: 3,
      byStatus: [
        { status: "EXPIRED", count: 0 },
        { status: "DRAFT", count: 2 },
        { status: "SCHEDULED", count: 0 },
        { status: "ACTIVE", count: 1 },
      ],
      sum: { usageCount: "0", valuePercent: "30.0001", valueAmount: "0.1" },
      average: { usageCount: "0", valuePercent: "15.00005", valueAmount: "0.1" },
      min: { usageCount: "0", valuePercent: "10.0001", valueAmount: "0.1" },
      max: { usageCount: "0", valuePercent: "20", valueAmount: "0.1" },
    });
  });

  it("of no matches are 0 and null", async () => {
    const none = { usageCount: null, valuePercent: null, valueAmount: null };
    expect(await aggregates({})).toMatchObject({ count: 0, sum: none, average: none, min: none, max: none });
  });

  it("equal the results of plain SQL for many rows", async () => {
    await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: client.workspaceId, count: 3000 });
    const { rows } = await fixture.admin.query(
      `SELECT count(*)::int AS count, trim_scale(sum(value_percent::numeric / 10000))::text AS sum,
              trim_scale(max(value_amount::numeric / 10000))::text AS max, round(avg(usage_count), 6)::text AS average
       FROM discount_codes WHERE workspace_id = $1 AND title LIKE '%7%'`,
      [client.workspaceId],
    );
    const answer = (await aggregates({ title: { includesInsensitive: "7" } })) as Record<string, Record<string, string>>;
    expect(answer.count).toBe(rows[0].count);
    expect(answer.sum?.valuePercent).toBe(rows[0].sum);
    expect(answer.max?.valueAmount).toBe(rows[0].max);
    expect(Number(answer.average?.usageCount)).toBeCloseTo(Number(rows[0].average), 5);
  });
});

describe("entities", () => {
  const entities = async (asker: Client, representations: object[]) =>
    (
      await asker.data<{ _entities: object[] }>(
        `query ($representations: [_Any!]!) { _entities(representations: $representations) {
          __typename ... on DiscountCode { rowId code } ... on DiscountPlacement { rowId connectionId targets { kind } }
          ... on Connection { rowId provider } ... on Partner { rowId handle } } }`,
        { representations },
      )
    )._entities;

  it("are resolved by rowId, in order; unknown ones and another workspace's are null", async () => {
    const [connectionId, partnerId] = [await addConnection(fixture, client, "http"), await addPartner(fixture, client, "Ann", "Ann")];
    const code = await createCode(client, {}, connectionId);
    const [placement] = code.placements as { placementId: string }[];
    const representations = [
      { __typename: "DiscountCode", rowId: code.rowId },
      { __typename: "DiscountPlacement", rowId: placement?.placementId },
      { __typename: "Connection", rowId: connectionId },
      { __typename: "Partner", rowId: partnerId },
      { __typename: "DiscountCode", rowId: "01900000-0000-7000-8000-000000000001" },
      { __typename: "DiscountCode", rowId: code.rowId.toUpperCase() },
    ];
    expect(await entities(client, representations)).toEqual([
      { __typename: "DiscountCode", rowId: code.rowId, code: code.code },
      { __typename: "DiscountPlacement", rowId: placement?.placementId, connectionId, targets: [] },
      { __typename: "Connection", rowId: connectionId, provider: "http" },
      { __typename: "Partner", rowId: partnerId, handle: "Ann" },
      null,
      { __typename: "DiscountCode", rowId: code.rowId, code: code.code },
    ]);
    expect(await entities(fixture.client(), representations)).toEqual([null, null, null, null, null, null]);
  });
});
