import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { ordersOfCodeOrder } from "../../db/order-list.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardOrders } from "../../testing/hard-orders.js";
import { addOrder } from "../../testing/orders.js";
import { plainOrderFilters } from "../../testing/reference-order-filters.js";

let fixture: Fixture;
let client: Client;
let id: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  id = newId();
});

interface List {
  nodes: { rowId: string }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const query = `query ($id: UUID!, $filter: OrderFilter, $after: Cursor, $first: Int, $offset: Int, $orderBy: [OrderOrderBy!]) {
  list: get_discount_code_orders(id: $id, filter: $filter, after: $after, first: $first, offset: $offset, orderBy: $orderBy) {
    nodes { rowId } totalCount pageInfo { hasNextPage endCursor } } }`;
const list = async (asker: Client, variables: object) => (await asker.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);

/**
 * Adds orders with the code and orders without the code. Returns the ids of the code's orders, sorted by time (newest first) and then by
 * id.
 */
async function ordersOfCode(count: number): Promise<string[]> {
  const added: { rowId: string; createdAt: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const createdAt = `2026-05-${10 + ((index * 7) % 12)}T00:00:00.000Z`;
    const rowId = await addOrder(fixture, client, { discount_code_id: id, order_status: index % 6, created_at: createdAt });
    added.push({ rowId, createdAt });
    await addOrder(fixture, client, index % 2 === 0 ? {} : { discount_code_id: newId() });
  }
  added.sort((one, other) => other.createdAt.localeCompare(one.createdAt) || (one.rowId < other.rowId ? -1 : 1));
  return added.map(({ rowId }) => rowId);
}

describe("get_discount_code_orders", () => {
  it("returns 20 of the code's orders by default, and the same pages with after and offset", async () => {
    const ids = await ordersOfCode(25);
    expect(await list(client, { id })).toMatchObject({ nodes: ids.slice(0, 20).map((rowId) => ({ rowId })), totalCount: 25 });
    expect(idsOf(await list(client, { id, offset: 10, first: 5 }))).toEqual(ids.slice(10, 15));
    const { endCursor } = (await list(client, { id: id.toUpperCase(), first: 7 })).pageInfo;
    expect(idsOf(await list(client, { id, after: endCursor, first: 100 }))).toEqual(ids.slice(7));
  });

  it("equals plain SQL for random filters and orders, in pages after a cursor", { timeout: 300_000 }, async () => {
    const { client: asker, known } = await hardOrders(fixture);
    const [code = ""] = known.discountCodeIds;
    const keys = Object.keys(ordersOfCodeOrder.keys);
    const orderBys = ["NATURAL", "PRIMARY_KEY_DESC", ...keys.flatMap((key) => [`${key}_ASC`, `${key}_DESC`])];
    const plain = (orderBy: string) =>
      `o.${orderBy
        .replace("NATURAL", "PRIMARY_KEY_ASC")
        .replace("PRIMARY_KEY", "ROW_ID")
        .replace(/_(ASC|DESC)$/, " $1")
        .toLowerCase()}`;
    const orders = fc.array(fc.constantFrom(...orderBys), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(plainOrderFilters(known), orders, fc.integer({ min: 1, max: 9 }), async ({ filter, sql }, orderBy, first) => {
        const { rows } = await fixture.admin.query(
          `SELECT o.row_id FROM orders o WHERE o.workspace_id = $1 AND o.discount_code_id = $2 AND (${sql})
           ORDER BY ${[...orderBy.map(plain), "o.row_id"].join(", ")}`,
          [asker.workspaceId, code],
        );
        const page = await list(asker, { id: code, filter, orderBy, first });
        const rest = page.pageInfo.hasNextPage
          ? idsOf(await list(asker, { id: code, filter, orderBy, first: 1000, after: page.pageInfo.endCursor }))
          : [];
        expect([...idsOf(page), ...rest]).toEqual(rows.map(({ row_id }) => row_id));
      }),
      { numRuns: Number(process.env.FILTER_RUNS ?? 300) },
    );
  });

  it("applies the filter of orders", async () => {
    await ordersOfCode(12);
    expect(await list(client, { id, filter: { orderStatus: { in: ["OPEN", "FRAUD"] } } })).toMatchObject({ totalCount: 4 });
  });

  it("returns none for an unknown code or another workspace's", async () => {
    await ordersOfCode(2);
    for (const [asker, asked] of [
      [client, newId()],
      [fixture.client(), id],
    ] as const)
      expect(await list(asker, { id: asked })).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("accepts a cursor of its code only, and not with an offset", async () => {
    await ordersOfCode(3);
    const after = (await list(client, { id, first: 1 })).pageInfo.endCursor;
    for (const given of [{ id: newId() }, { id, offset: 1 }]) {
      const { data, errors } = await client.call(query, { after, ...given });
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });
});
