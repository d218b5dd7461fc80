import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createPartner, type Partner } from "../../testing/partners.js";

let fixture: Fixture;
let client: Client;
let partners: Partner[];
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  client = fixture.client();
  partners = [];
  for (const [name, handle] of [
    ["Cleo", "c"],
    ["Ann", null],
    ["Bea", "B"],
    ["Ann", "a"],
  ] as const) {
    fixture.clock.advance(1_000);
    partners.push(await createPartner(client, name, handle));
  }
});
afterAll(() => fixture?.stop());

const list = async (asker: Client, given: object = {}) =>
  (
    await asker.data<{ list: { nodes: Partner[]; totalCount: number; pageInfo: { endCursor: string; hasNextPage: boolean } } }>(
      `query ($filter: PartnerFilter, $orderBy: [PartnerOrderBy!], $first: Int, $after: Cursor, $last: Int, $before: Cursor) {
        list: list_partners(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
          nodes { rowId name handle } totalCount pageInfo { endCursor hasNextPage } } }`,
      given,
    )
  ).list;
const names = async (given: object) => (await list(client, given)).nodes.map(({ name, handle }) => `${name} ${handle}`);

describe("list_partners", () => {
  it("lists partners newest first, page by page in both directions", async () => {
    const newest = partners.toReversed().map(({ rowId }) => rowId);
    const first = await list(client, { first: 3 });
    expect(first).toMatchObject({ totalCount: 4, nodes: newest.slice(0, 3).map((rowId) => ({ rowId })), pageInfo: { hasNextPage: true } });
    expect((await list(client, { after: first.pageInfo.endCursor })).nodes).toMatchObject([{ rowId: newest[3] }]);
    expect((await list(client, { before: first.pageInfo.endCursor, last: 1 })).nodes).toMatchObject([{ rowId: newest[1] }]);
    expect(await list(fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("sorts and filters", async () => {
    expect(await names({ orderBy: ["NAME_ASC", "HANDLE_DESC"] })).toEqual(["Ann null", "Ann a", "Bea B", "Cleo c"]);
    expect(await names({ orderBy: ["HANDLE_ASC"] })).toEqual(["Bea B", "Ann a", "Cleo c", "Ann null"]);
    expect(await names({ orderBy: ["UPDATED_AT_ASC"], filter: { handle: { isNull: false } } })).toEqual(["Cleo c", "Bea B", "Ann a"]);
    const since = { createdAt: { greaterThan: "2026-06-01T12:00:01Z" }, updatedAt: { lessThanOrEqualTo: "2026-06-01T12:00:03Z" } };
    expect(await names({ filter: since })).toEqual(["Bea B", "Ann null"]);
    expect(await names({ filter: { or: [{ name: { equalTo: "Cleo" } }, { rowId: { equalTo: partners[1]?.rowId } }] } })).toEqual([
      "Ann null",
      "Cleo c",
    ]);
  });
});

describe("get_partner", () => {
  it("is null for an unknown partner and another workspace's, and an error for an ambiguous name", async () => {
    const query = "query ($id: PartnerRef!) { get_partner(partnerId: $id) { rowId } }";
    for (const id of ["@nobody", "nobody"]) expect(await client.data(query, { id })).toEqual({ get_partner: null });
    expect(await fixture.client().data(query, { id: partners[0]?.rowId })).toEqual({ get_partner: null });
    const { data, errors } = await client.call(query, { id: "Ann" });
    expect([data, errors?.[0]?.extensions]).toEqual([
      { get_partner: null },
      expect.objectContaining({ code: "BAD_USER_INPUT", argument: "partnerId" }),
    ]);
  });
});
