import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { filtersOver, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addCustomer } from "../../testing/customers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addCheckout, addOrder } from "../../testing/orders.js";

const runs = Number(process.env.FILTER_RUNS ?? 300);

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
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
const query = `query ($filter: CustomerFilter, $after: Cursor, $first: Int, $before: Cursor, $last: Int, $orderBy: [CustomerOrderBy!]) {
  list: list_customers(filter: $filter, after: $after, first: $first, before: $before, last: $last, orderBy: $orderBy) {
    nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const list = async (asker: Client, variables: object = {}) => (await asker.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);
const get = async (asker: Client, customerId: unknown, fields = "rowId") =>
  (
    await asker.data<{ found: object | null }>(`query ($customerId: Ref!) { found: get_customer(customerId: $customerId) { ${fields} } }`, {
      customerId,
    })
  ).found;

const everyField = `rowId workspaceId createdAt updatedAt ref name email firstSeenAt lastSeenAt ordersCount
  attributedRevenue { currencyId attributedRevenue } orders { totalCount nodes { externalRef } }`;

describe("get_customer", () => {
  it("returns all fields by id, by reference and by a reference in another spelling", async () => {
    const rowId = await addCustomer(fixture, client, { ref: "ann@shop.example", name: "Ann", email: "a@b.example" });
    const expected = {
      ...{ rowId, workspaceId: client.workspaceId, createdAt: "2026-06-01T12:00:00.000Z", updatedAt: "2026-06-01T12:00:00.000Z" },
      ...{ ref: "ann@shop.example", name: "Ann", email: "a@b.example" },
      ...{ firstSeenAt: "2026-05-01T08:00:00.000Z", lastSeenAt: "2026-05-02T08:00:00.000Z", ordersCount: 0, attributedRevenue: [] },
      orders: { totalCount: 0, nodes: [] },
    };
    for (const customer of [rowId, rowId.toUpperCase(), "ann@shop.example", " Ann@Shop.example", { name: "ann@shop.example" }])
      expect(await get(client, customer, everyField)).toEqual(expected);
  });

  it("finds a reference that is a UUID, but prefers a customer's id", async () => {
    const ref = newId();
    const byReference = await addCustomer(fixture, client, { ref });
    expect(await get(client, ref)).toEqual({ rowId: byReference });
    const byId = await addCustomer(fixture, client, { row_id: ref, ref: "bob" });
    expect(await get(client, ref)).toEqual({ rowId: byId });
    expect(await get(client, { name: ref })).toEqual({ rowId: byReference });
  });

  it("returns null for an unknown customer and for another workspace's customer", async () => {
    const rowId = await addCustomer(fixture, client, { ref: "ann" });
    for (const customer of [newId(), "nobody"]) expect(await get(client, customer)).toBeNull();
    for (const customer of [rowId, "ann"]) expect(await get(fixture.client(), customer)).toBeNull();
    expect(await fixture.client().entities("Customer", [rowId], "rowId")).toEqual([null]);
    expect(await client.entities("Customer", [rowId, newId()], "ref")).toEqual([{ ref: "ann" }, null]);
  });

  it("finds an erased customer by id only, without personal data", async () => {
    const rowId = customerIdOf(client.workspaceId, "ann");
    await addCustomer(fixture, client, { row_id: rowId, ref: null, first_seen_at: null, last_seen_at: null });
    expect(await get(client, "ann")).toBeNull();
    expect(await get(client, rowId, "ref name email firstSeenAt lastSeenAt")).toEqual({
      ...{ ref: null, name: null, email: null },
      ...{ firstSeenAt: null, lastSeenAt: null },
    });
  });

  it("counts real orders that are not canceled or voided, with exact sums by currency", async () => {
    const customer_id = await addCustomer(fixture, client, { ref: "ann" });
    const scored = { attribution_method: "FORM_RESPONSE", form_response_id: newId(), attribution_scored_at: "2026-05-01T00:00:00Z" };
    const revenue = (total_price: string | number, refunded_total = 0) => ({
      ...{ ...scored, total_price, refunded_total },
      attributed_revenue: String(BigInt(total_price) - BigInt(refunded_total)),
    });
    const add = (columns: object) => addOrder(fixture, client, { customer_id, currency_id: "usd", ...columns });
    await add(revenue("900719925474099301"));
    await add(revenue("900719925474099301"));
    await add({ ...revenue(0, 5_000), currency_id: "eur" });
    await add({ currency_id: "jpy" });
    await add({ ...revenue(10_000), is_real: false });
    await add({ ...revenue(10_000), order_status: 1 });
    await add({ ...revenue(10_000), currency_id: "chf", financial_status: 6 });
    await addOrder(fixture, client, { ...revenue(10_000), customer_id: newId() });
    expect(await get(client, "ann", "ordersCount attributedRevenue { currencyId attributedRevenue } orders { totalCount }")).toEqual({
      ordersCount: 4,
      attributedRevenue: [
        { currencyId: "eur", attributedRevenue: "-0.5" },
        { currencyId: "usd", attributedRevenue: "180143985094819.8602" },
      ],
      orders: { totalCount: 7 },
    });
  });

  it("lists the customer's orders in pages, newest first, with a filter; cursors fit no other customer", async () => {
    const customer_id = await addCustomer(fixture, client, { ref: "ann" });
    for (const day of [1, 2, 3])
      await addOrder(fixture, client, { customer_id, external_ref: `#${day}`, created_at: `2026-05-0${day}T00:00:00Z` });
    await addOrder(fixture, client, { external_ref: "#4" });
    const page = async (asked: string, customer = "ann") =>
      (await client.call(
        `{ found: get_customer(customerId: "${customer}") { orders${asked} { nodes { externalRef } pageInfo { endCursor } } } }`,
      )) as {
        data: { found: { orders: { nodes: { externalRef: string }[]; pageInfo: { endCursor: string } } | null } };
        errors?: { extensions: object }[];
      };
    const refs = async (asked: string) => (await page(asked)).data.found.orders?.nodes.map(({ externalRef }) => externalRef);
    expect(await refs("")).toEqual(["#3", "#2", "#1"]);
    expect(await refs("(orderBy: [EXTERNAL_REF_ASC], last: 2)")).toEqual(["#2", "#3"]);
    expect(await refs('(filter: { externalRef: { notEqualTo: "#2" } })')).toEqual(["#3", "#1"]);
    const cursor = (await page("(first: 1)")).data.found.orders?.pageInfo.endCursor;
    expect(await refs(`(after: "${cursor}")`)).toEqual(["#2", "#1"]);
    await addCustomer(fixture, client, { ref: "bob" });
    const { data, errors } = await page(`(after: "${cursor}")`, "bob");
    expect(data.found.orders).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});

describe("the customer of an order and of a checkout", () => {
  it.each([
    ["Order", addOrder],
    ["Checkout", addCheckout],
  ] as const)("of type %s is resolved, and null without a customer", async (type, add) => {
    const customer_id = await addCustomer(fixture, client, { ref: "ann" });
    const ids = [await add(fixture, client, { customer_id }), await add(fixture, client)];
    expect(await client.entities(type, ids, "customer { rowId ref }")).toEqual([
      { customer: { rowId: customer_id, ref: "ann" } },
      { customer: null },
    ]);
  });
});

const keys = ["CREATED_AT", "EMAIL", "FIRST_SEEN_AT", "LAST_SEEN_AT", "NAME", "PRIMARY_KEY", "REF", "UPDATED_AT"];
const orderBys = ["NATURAL", ...keys.flatMap((key) => [`${key}_ASC`, `${key}_DESC`])];
const texts = ["ann", "Ann", "änn", "a%b", "a_b", "zed", ""];
const times = ["2026-05-01T00:00:00.000Z", "2026-05-01T00:00:00.001Z", "2026-05-02T00:00:00.000Z", "2026-05-03T10:00:00.000Z"];

/** Adds customers with many equal values and nulls, which filters and sort orders must handle. */
async function addMany(count: number): Promise<string[]> {
  const of = <Value>(values: readonly Value[], index: number) => values[index % values.length];
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [name, email] = [of([null, ...texts], index), of([...texts, null], index * 3)];
    const columns = { name, email, ref: index % 9 === 0 ? null : `${of(texts, index)}-${index}` };
    const seen = { first_seen_at: of([null, ...times], index * 2), last_seen_at: of([...times, null], index) };
    ids.push(await addCustomer(fixture, client, { ...columns, ...seen, created_at: of(times, index), updated_at: of(times, index * 5) }));
  }
  return ids;
}

describe("list_customers", () => {
  it(`equals plain SQL, in its order, for ${runs} random filters and orders`, { timeout: 300_000 }, async () => {
    const ids = await addMany(120);
    const time = (column: string) => ({ sql: `c.${column}`, type: "timestamptz", values: times });
    const normal = (value: unknown) => `'${String(value).trim().toLowerCase().replaceAll("'", "''")}'`;
    const filters = filtersOver(
      {
        rowId: { sql: "c.row_id", type: "uuid", values: [...ids, newId()] },
        ref: { ...text("c.ref", ["ann-1", "Ann-8", " zed-5", "ann"]), literal: normal },
        name: text("c.name", texts),
        email: text("c.email", texts),
        firstSeenAt: time("first_seen_at"),
        lastSeenAt: time("last_seen_at"),
        createdAt: time("created_at"),
        updatedAt: time("updated_at"),
      },
      [],
    );
    const plainOrder = (orderBy: readonly string[]) =>
      [
        ...orderBy.map((one) =>
          one
            .replace("NATURAL", "PRIMARY_KEY_ASC")
            .replace("PRIMARY_KEY", "ROW_ID")
            .replace(/_(ASC|DESC)$/, " $1"),
        ),
        "row_id",
      ]
        .map((part) => `c.${part.toLowerCase()}`)
        .join(", ");
    const orders = fc.array(fc.constantFrom(...orderBys), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(filters, orders, async ({ filter, sql }, orderBy) => {
        const { rows } = await fixture.admin.query(
          `SELECT c.row_id FROM customers c WHERE c.workspace_id = $1 AND (${sql}) ORDER BY ${plainOrder(orderBy)}`,
          [client.workspaceId],
        );
        const answer = await list(client, { filter, orderBy, first: 1000 });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs },
    );
  });

  it("returns the same pages in each order, forward and backward, with ties and nulls", async () => {
    await addMany(60);
    for (const orderBy of orderBys) {
      const all = idsOf(await list(client, { orderBy, first: 1000 }));
      expect(all).toHaveLength(60);
      const forward: string[] = [];
      const backward: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const page: List = await list(client, { orderBy, first: 17, after });
        forward.push(...idsOf(page));
        [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
      }
      for (let before: string | null = null, more = true; more; ) {
        const page: List = await list(client, { orderBy, last: 17, before });
        backward.unshift(...idsOf(page));
        [before, more] = [page.pageInfo.startCursor, page.pageInfo.hasPreviousPage];
      }
      expect(forward, orderBy).toEqual(all);
      expect(backward, orderBy).toEqual(all);
    }
  });

  it("lists the workspace's own customers, newest first by default", async () => {
    const ids = [
      await addCustomer(fixture, client, { created_at: times[0] }),
      await addCustomer(fixture, client, { created_at: times[2] }),
    ];
    expect(idsOf(await list(client))).toEqual(ids.reverse());
    expect(await list(fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });
});
