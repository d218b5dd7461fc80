import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addCheckout } from "../../testing/orders.js";

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
  nodes: { rowId: string }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const query = `query ($condition: CheckoutCondition, $after: Cursor, $first: Int, $orderBy: [CheckoutOrderBy!]) {
  list: list_checkouts(condition: $condition, after: $after, first: $first, orderBy: $orderBy) {
    nodes { rowId } totalCount pageInfo { hasNextPage endCursor } } }`;
const list = async (asker: Client, variables: object = {}) => (await asker.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);
const add = (columns: Record<string, unknown> = {}) => addCheckout(fixture, client, columns);
const addPartner = async (name: string, handle: string | null = null) => {
  const id = newId();
  const values = [client.workspaceId, id, name, handle];
  await fixture.admin.query("INSERT INTO partner_references (workspace_id, row_id, name, handle_key) VALUES ($1, $2, $3, $4)", values);
  return id;
};

/** Each entry has a database column, a GraphQL field, and the values of two checkouts. */
const fields: [string, string, unknown, unknown][] = [
  ["connection_id", "connectionId", newId(), newId()],
  ["customer_id", "customerId", newId(), newId()],
  ["customer_ref", "customerRef", "ann", "anna"],
  ["external_ref", "externalRef", "c%", "cc"],
  ["form_response_id", "formResponseId", newId(), newId()],
  ["order_id", "orderId", newId(), newId()],
  ["partner_id", "partnerId", newId(), newId()],
  ["provider_updated_at", "providerUpdatedAt", "2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.001Z"],
  ["row_id", "rowId", newId(), newId()],
  ["stage", "stage", 1, 0],
  ["started_at", "startedDay", "2026-05-01", "2026-05-02"],
  ["status", "status", 0, 1],
];
const enums: Record<string, string[]> = { stage: ["CART", "CHECKOUT"], status: ["ABANDONED", "CONVERTED"] };

describe("list_checkouts", () => {
  it.each(fields)("finds equal values by %s", async (column, field, value, other) => {
    const wanted = await add({ [column]: value });
    await add({ [column]: other });
    expect(idsOf(await list(client, { condition: { [field]: enums[field]?.[Number(value)] ?? value } }))).toEqual([wanted]);
  });

  it("finds a customer by the sent reference, ignoring case and surrounding spaces", async () => {
    const wanted = await add({ customer_ref: "ann@shop.example" });
    expect(idsOf(await list(client, { condition: { customerRef: " Ann@Shop.example " } }))).toEqual([wanted]);
  });

  it.each(["customer_id", "customer_ref", "form_response_id", "order_id", "partner_id"])(
    "finds checkouts without %s by null",
    async (column) => {
      const field = column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
      await add({ [column]: column === "customer_ref" ? "ann" : newId() });
      const without = await add();
      expect(idsOf(await list(client, { condition: { [field]: null } }))).toEqual([without]);
    },
  );

  it("joins conditions with AND; finds all without a condition or with its workspace, nothing with another workspace", async () => {
    const ids = [await add({ stage: 1, status: 0 }), await add({ stage: 1 }), await add({ status: 0 })];
    expect(idsOf(await list(client, { condition: { stage: "CHECKOUT", status: "ABANDONED" } }))).toEqual([ids[0]]);
    for (const condition of [undefined, null, {}, { workspaceId: client.workspaceId }])
      expect(idsOf(await list(client, { condition }))).toEqual(ids);
    expect(idsOf(await list(client, { condition: { workspaceId: newId() } }))).toEqual([]);
    expect(await list(fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("resolves a partner by name and @handle, and rejects an ambiguous name", async () => {
    const wanted = await add({ partner_id: await addPartner("Ann", "annshops") });
    await add({ partner_id: await addPartner("Twin") });
    for (const partnerId of ["Ann", { name: "Ann" }, "@AnnShops"])
      expect(idsOf(await list(client, { condition: { partnerId } }))).toEqual([wanted]);
    expect(idsOf(await list(client, { condition: { partnerId: "nobody" } }))).toEqual([]);
    await addPartner("Twin");
    const { errors } = await client.call(query, { condition: { partnerId: "Twin" } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "condition.partnerId" });
  });

  it("finds changed checkouts by a range of updatedAt, newest first", async () => {
    const times = ["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.001Z", "2026-05-02T10:00:00.000Z"];
    const ids: string[] = [];
    for (const updated_at of times) ids.push(await add({ updated_at }));
    const found = async (updatedAt: object | null) => idsOf(await list(client, { condition: { updatedAt }, orderBy: ["UPDATED_AT_DESC"] }));
    expect(await found({ greaterThan: times[0] })).toEqual([ids[2], ids[1]]);
    expect(await found({ greaterThanOrEqualTo: times[0], lessThan: times[2] })).toEqual([ids[1], ids[0]]);
    expect(await found({ equalTo: times[1] })).toEqual([ids[1]]);
    expect(await found({})).toEqual([...ids].reverse());
    expect(await found(null)).toEqual([]);
  });

  it("returns the same pages in any order, by id by default", async () => {
    const refs = ["b", null, "a", "b", null];
    const ids: string[] = [];
    for (const customer_ref of refs) ids.push(await add({ customer_ref }));
    expect(idsOf(await list(client))).toEqual([...ids].sort());
    const inOrder = [2, 0, 3, 1, 4].map((index) => ids[index]);
    for (const first of [1, 2, 5]) {
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page: List = await list(client, { orderBy: ["CUSTOMER_REF_ASC"], first, after });
        seen.push(...idsOf(page));
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      expect(seen).toEqual(inOrder);
    }
  });

  it.each(["CREATED_AT", "UPDATED_AT"])("returns the newest or oldest first by %s, in pages, ties by id", async (key) => {
    const added: { rowId: string; time: string }[] = [];
    for (let index = 0; index < 12; index += 1) {
      const time = `2026-05-0${1 + ((index * 5) % 4)}T00:00:00.000Z`;
      added.push({ rowId: await add({ [key.toLowerCase()]: time }), time });
    }
    for (const [direction, sign] of [
      ["ASC", 1],
      ["DESC", -1],
    ] as const) {
      added.sort((one, other) => sign * one.time.localeCompare(other.time) || (one.rowId < other.rowId ? -1 : 1));
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page: List = await list(client, { orderBy: [`${key}_${direction}`], first: 5, after });
        seen.push(...idsOf(page));
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      expect(seen).toEqual(added.map(({ rowId }) => rowId));
    }
  });

  it("accepts a cursor of its condition only", async () => {
    for (let count = 0; count < 3; count += 1) await add();
    const after = (await list(client, { first: 1, condition: { orderId: null } })).pageInfo.endCursor;
    const { data, errors } = await client.call(query, { after, condition: { orderId: newId() } });
    expect(data).toEqual({ list: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});
