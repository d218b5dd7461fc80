import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardOrders } from "../../testing/hard-orders.js";
import { addContent, addOrder, addReported } from "../../testing/orders.js";
import { plainOrderFilters } from "../../testing/reference-order-filters.js";

const runs = Number(process.env.FILTER_RUNS ?? 1_000);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  client = fixture.client();
});
afterAll(() => fixture?.stop());

interface List {
  nodes: { rowId: string }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}
const query = `query ($filter: OrderFilter, $after: Cursor, $first: Int, $orderBy: [OrderOrderBy!]) {
  list: list_orders(filter: $filter, after: $after, first: $first, orderBy: $orderBy) {
    nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
const list = async (asker: Client, variables: object = {}) => (await asker.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);

async function pageThrough(asker: Client, variables: object): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: List = await list(asker, { ...variables, after });
    seen.push(...idsOf(page));
    expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
    if (!page.pageInfo.hasNextPage) return seen;
    after = page.pageInfo.endCursor;
  }
}

const keys = [
  "ATTRIBUTED_REVENUE",
  "ATTRIBUTION_SCORED_AT",
  "BEST_TIER",
  "CONNECTION_ID",
  "CREATED_AT",
  "CURRENCY_ID",
  "CUSTOMER_ID",
  "CUSTOMER_REF",
  "DISCOUNT_CODE_ID",
  "EXTERNAL_REF",
  "FORM_RESPONSE_ID",
  "INTEGRATION_SLUG",
  "PAID_AT",
  "PARTNER_ID",
  "PLACED_AT",
  "PLACED_DAY",
  "PRIMARY_KEY",
  "ROW_ID",
  "UPDATED_AT",
  "WORKSPACE_ID",
];
const orderBys = ["NATURAL", ...keys.flatMap((key) => [`${key}_ASC`, `${key}_DESC`])];

/**
 * Converts `orderBy` to SQL. PostgreSQL sorts nulls last in ascending order and first in descending order. The last sort key is `rowId`.
 */
function plainOrder(orderBy: readonly string[]): string {
  const parts = orderBy.map((one) => {
    const column = one
      .replace(/_(ASC|DESC)$/, "")
      .toLowerCase()
      .replace("primary_key", "row_id");
    if (one === "NATURAL") return "o.row_id";
    return `o.${column} ${one.endsWith("_DESC") ? "DESC NULLS FIRST" : "ASC NULLS LAST"}`;
  });
  return [...parts, "o.row_id"].join(", ");
}

const partner = { name: "Ann", updated_at: "2026-05-01T00:00:00Z", is_deleted: false };

/** Adds a row to a table of replicated records and returns the row's id. */
async function addReference(table: string, columns: Record<string, unknown>): Promise<string> {
  const row = { row_id: newId(), workspace_id: client.workspaceId, ...columns };
  await fixture.admin.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [row]);
  return row.row_id;
}

const code = (is_deleted: boolean) => addReference("discount_code_references", { updated_at: fixture.clock.now(), is_deleted });

const shop = (is_deleted: boolean) =>
  addReference("connection_references", { slug: newId(), name: "Shop", provider: "manual", is_deleted });

/** Adds orders for each Boolean filter. Returns the ids of matching orders (`yes`) and other orders (`no`). */
const flags: Record<string, () => Promise<{ yes: string[]; no: string[] }>> = {
  connectionByConnectionIdExists: async () => {
    const [connection_id, deleted] = [await shop(false), await shop(true)];
    const orders = [await addOrder(fixture, client, { connection_id: deleted }), await addOrder(fixture, client)];
    return { yes: [await addOrder(fixture, client, { connection_id })], no: orders };
  },
  customerByCustomerIdExists: async () => ({
    yes: [await addOrder(fixture, client, { customer_id: newId() })],
    no: [await addOrder(fixture, client)],
  }),
  discountCodeByDiscountCodeIdExists: async () => ({
    yes: [await addOrder(fixture, client, { discount_code_id: await code(false) })],
    no: [
      await addOrder(fixture, client, { discount_code_id: await code(true) }),
      await addOrder(fixture, client, { discount_code_id: newId() }),
      await addOrder(fixture, client),
    ],
  }),
  formResponseByFormResponseIdExists: async () => {
    const response = { customer_is_claim: false, status: 0, completed_at: fixture.clock.now(), visitor_id: "v" };
    return {
      yes: [await addOrder(fixture, client, { form_response_id: await addReference("form_response_references", response) })],
      no: [await addOrder(fixture, client, { form_response_id: newId() }), await addOrder(fixture, client)],
    };
  },
  partnerByPartnerIdExists: async () => ({
    yes: [await addOrder(fixture, client, { partner_id: await addReference("partner_references", partner) })],
    no: [
      await addOrder(fixture, client, { partner_id: await addReference("partner_references", { ...partner, is_deleted: true }) }),
      await addOrder(fixture, client, { partner_id: newId() }),
      await addOrder(fixture, client),
    ],
  }),
  orderReportedByOrderIdExists: async () => {
    const [yes, no] = [await addOrder(fixture, client), await addOrder(fixture, client)];
    await addReported(fixture, client, yes);
    return { yes: [yes], no: [no] };
  },
  ...Object.fromEntries(
    [
      ["orderCustomByOrderIdExists", "order_customs"],
      ["orderStoreProviderByOrderIdExists", "order_store_providers"],
      ["orderPaymentProviderByOrderIdExists", "order_payment_providers"],
    ].map(([flag = "", table = ""]) => [
      flag,
      async () => {
        const [yes, no] = [await addOrder(fixture, client), await addOrder(fixture, client)];
        await addContent(fixture, client, table, yes, {});
        return { yes: [yes], no: [no] };
      },
    ]),
  ),
};

describe("list_orders", () => {
  it.each(Object.keys(flags))("filters by %s, true and false", async (flag) => {
    const { yes = [], no = [] } = (await flags[flag]?.()) ?? {};
    const among = { rowId: { in: [...yes, ...no] } };
    const found = async (filter: object) => idsOf(await list(client, { filter: { ...among, ...filter } })).sort();
    expect(await found({ [flag]: true })).toEqual(yes.sort());
    expect(await found({ [flag]: false })).toEqual(no.sort());
    expect(await found({ not: { [flag]: true } })).toEqual(no.sort());
  });

  it(`equals plain SQL, in its order, for ${runs} random filters and orders`, { timeout: 600_000 }, async () => {
    const { client: asker, known } = await hardOrders(fixture);
    const orders = fc.array(fc.constantFrom(...orderBys), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(plainOrderFilters(known), orders, async ({ filter, sql }, orderBy) => {
        const { rows } = await fixture.admin.query(
          `SELECT o.row_id FROM orders o WHERE o.workspace_id = $1 AND (${sql}) ORDER BY ${plainOrder(orderBy)}`,
          [asker.workspaceId],
        );
        const answer = await list(asker, { filter, orderBy, first: 1000 });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("treats a null orderBy as the default order, and a null first as the default page size", async () => {
    const { client: asker } = await hardOrders(fixture, 120);
    const newest = idsOf(await list(asker, { orderBy: ["CREATED_AT_DESC"], first: 50 }));
    expect(idsOf(await list(asker, { orderBy: null, first: null }))).toEqual(newest);
    expect(idsOf(await list(asker, {}))).toEqual(newest);
    expect(idsOf(await list(asker, { orderBy: [], first: 50 }))).toEqual(
      idsOf(await list(asker, { orderBy: ["PRIMARY_KEY_ASC"], first: 50 })),
    );
  });

  it("returns the same pages in each order, with ties and nulls", async () => {
    const { client: asker } = await hardOrders(fixture, 120);
    for (const orderBy of orderBys) {
      const all = idsOf(await list(asker, { orderBy, first: 1000 }));
      expect(all).toHaveLength(120);
      expect(await pageThrough(asker, { orderBy, first: 17 }), orderBy).toEqual(all);
    }
    for (const orderBy of [
      ["BEST_TIER_DESC", "CUSTOMER_REF_ASC"],
      ["PAID_AT_ASC", "CREATED_AT_DESC"],
    ])
      expect(await pageThrough(asker, { orderBy, first: 7 })).toEqual(idsOf(await list(asker, { orderBy, first: 1000 })));
  });

  it.each([["CREATED_AT_DESC"], ["PLACED_AT_ASC"], ["CUSTOMER_REF_DESC"], ["NATURAL"]])(
    "returns each order once in pages by %s during ingest",
    async (orderBy) => {
      const { client: asker } = await hardOrders(fixture, 2_000);
      const before = await pageThrough(asker, { orderBy, first: 1000 });
      let paging = true;
      const inserting = (async () => {
        let inserted = 0;
        // Inserts orders before, within and after the current page.
        for (; paging; inserted += 1) {
          const at = new Date(Date.parse("2026-05-03T00:00:00Z") + ((inserted * 7919) % 2_500_000) * 1000).toISOString();
          const customer_ref = [null, "a", "Zed", "\u{1F600}"][inserted % 4];
          await addOrder(fixture, asker, { row_id: crypto.randomUUID(), created_at: at, placed_at: at, customer_ref });
        }
        return inserted;
      })();
      const seen = await pageThrough(asker, { orderBy, first: 100 });
      paging = false;
      expect(await inserting).toBeGreaterThan(0);
      const found = new Set(seen);
      expect(found.size).toBe(seen.length);
      expect(before.filter((id) => !found.has(id))).toEqual([]);
    },
  );

  it("accepts a cursor of its filter, order and workspace only", async () => {
    const { client: asker } = await hardOrders(fixture, 30);
    const after = (await list(asker, { first: 3 })).pageInfo.endCursor;
    const asked: [Client, object][] = [
      [asker, { filter: { isReal: { equalTo: true } } }],
      [asker, { orderBy: ["CREATED_AT_ASC"] }],
      [fixture.client(), {}],
    ];
    for (const [other, given] of asked) {
      const { data, errors } = await other.call(query, { after, ...given });
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });

  it.each([
    [{ filter: { originRefs: { anyEqualTo: null } } }, "filter.originRefs.anyEqualTo"],
    [{ filter: { and: [{ placedDay: null }] } }, "filter.and.0.placedDay"],
    [{ filter: { orderCustomByOrderIdExists: null } }, "filter.orderCustomByOrderIdExists"],
    [{ filter: { partnerId: "Twin" } }, "filter.partnerId"],
    [{ filter: { customerRef: { equalTo: "\0" } } }, "filter.customerRef.equalTo"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    for (let clone = 0; clone < 2; clone += 1) await addReference("partner_references", { ...partner, name: "Twin" });
    const { data, errors } = await client.call(query, variables);
    expect(data).toEqual({ list: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });

  it("has hasNextPage for an empty page", async () => {
    const asker = fixture.client();
    await addOrder(fixture, asker);
    const { nodes, pageInfo } = await list(asker, { first: 0 });
    expect({ nodes, ...pageInfo }).toEqual({ nodes: [], hasNextPage: true, hasPreviousPage: false, endCursor: null });
  });

  it("returns the newest 50 by default, and nothing in another workspace", async () => {
    const asker = fixture.client();
    const ids: string[] = [];
    for (let count = 0; count < 55; count += 1)
      ids.push(await addOrder(fixture, asker, { created_at: new Date(fixture.clock.now().getTime() - count * 1000).toISOString() }));
    expect(await list(asker)).toMatchObject({ nodes: ids.slice(0, 50).map((rowId) => ({ rowId })), totalCount: 55 });
    expect(idsOf(await list(asker, { orderBy: ["CREATED_AT_ASC"], first: 5 }))).toEqual(ids.slice(-5).reverse());
    expect(await list(fixture.client())).toMatchObject({ nodes: [], totalCount: 0 });
  });
});
