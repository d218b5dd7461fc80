import type { Statement } from "@offergraph/service/db/statement";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsRead } from "@offergraph/testkit/rows-read";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addChannelResponse, addGrantedOrders } from "../../testing/granted-orders.js";
import { hardOrders } from "../../testing/hard-orders.js";
import { addOrder, addReported } from "../../testing/orders.js";
import { plainOrderFilters } from "../../testing/reference-order-filters.js";
import { namesWhatCounts, plainSums, type SummedOrder, sumGroups } from "../../testing/reference-order-sums.js";

const runs = Number(process.env.FILTER_RUNS ?? 60);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface List {
  nodes: Record<string, unknown>[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const amounts =
  "totalPrice attributedRevenue refundedTotal discountGiven reportedAttributedRevenue reportedDiscountGiven reportingCurrency";
const query = `query ($groupBy: OrderGroup!, $filter: OrderFilter, $orderBy: [OrderSumOrderBy!], $first: Int, $after: Cursor) {
  list: get_order_sums(groupBy: $groupBy, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes { groupId discountCode { rowId } partner { rowId } campaign { rowId } channel { rowId } currencyId orderCount customerCount ${amounts} }
    totalCount pageInfo { hasNextPage endCursor } } }`;
const sums = async (asker: Client, variables: object) => (await asker.data<{ list: List }>(query, variables)).list;

const addCampaign = async ({ workspaceId }: Client, discountCodeIds: readonly string[]) => {
  const campaignId = newId();
  for (const id of discountCodeIds)
    await fixture.admin.query("INSERT INTO campaign_codes VALUES ($1, $2, $3)", [workspaceId, campaignId, id]);
  return campaignId;
};

interface UsedCode {
  id: string;
  codeId: string;
  customerId: string | null;
  placedAt: Date;
}
type Response = { rowId: string; channelId: string | null };
const kinds = ["minted", "of the customer", "of another customer", "issued later", "not granted"] as const;

/** Adds a grant of the order's code. Returns true if the grant's response led to the order. */
async function addGrant(workspaceId: string, order: UsedCode, kind: (typeof kinds)[number], responseId: string): Promise<boolean> {
  if (kind === "not granted") return false;
  const grantId = newId();
  const isMinted = kind === "minted";
  const codeName = isMinted ? `minted-${grantId}` : "shared";
  const customerId = kind === "of another customer" ? newId() : order.customerId;
  const issuedAt = new Date(order.placedAt.getTime() + (kind === "issued later" ? 1 : 0));
  const insert = (text: string, values: unknown[]) => fixture.admin.query(`INSERT INTO ${text}`, [workspaceId, ...values]);
  await insert("order_code_names VALUES ($1, $2, $3)", [codeName, order.id]);
  const granted = [grantId, responseId, order.codeId, codeName, isMinted ? null : customerId, issuedAt];
  await insert("granted_codes VALUES ($1, $2, $3, $4, $5, $6, $7)", granted);
  if (isMinted) await insert("minted_code_names VALUES ($1, $2, $3, $4)", [codeName, order.codeId, grantId]);
  return isMinted || (kind === "of the customer" && customerId !== null);
}

/** Adds grants for orders that have a code but no response. Returns the channel of each order's response. */
async function addGrants({ workspaceId }: Client, responses: readonly Response[]): Promise<Map<string, string | null>> {
  const { rows } = await fixture.admin.query<UsedCode>(
    `SELECT o.row_id AS id, o.discount_code_id AS "codeId", o.customer_id AS "customerId", o.placed_at AS "placedAt"
     FROM orders o WHERE o.workspace_id = $1 AND o.discount_code_id IS NOT NULL AND o.form_response_id IS NULL`,
    [workspaceId],
  );
  const channels = new Map<string, string | null>();
  for (const [index, order] of rows.entries()) {
    const { rowId, channelId } = responses[index % responses.length] as Response;
    if (await addGrant(workspaceId, order, kinds[index % kinds.length] ?? "minted", rowId)) channels.set(order.id, channelId);
  }
  return channels;
}

/** Stores a discount amount for some orders. */
async function addDiscounts({ workspaceId }: Client): Promise<void> {
  await fixture.admin.query(
    "UPDATE orders SET discount_given = total_price / 7 WHERE workspace_id = $1 AND hashtext(external_ref) % 3 <> 0",
    [workspaceId],
  );
  await fixture.admin.query(
    `UPDATE order_reported v SET reported_discount_given = o.discount_given * 2 FROM orders o
     WHERE v.workspace_id = $1 AND o.row_id = v.order_id AND v.converted`,
    [workspaceId],
  );
}

interface Known {
  /** The codes of each campaign. */
  campaigns: ReadonlyMap<string, readonly string[]>;
  /** Channels of responses, and of orders whose code came from a grant. */
  channels: ReadonlyMap<string, string | null>;
}

/** Reads the orders that match the SQL condition `where`, with the ids of their groups. */
async function readOrders({ workspaceId }: Client, where: string, { campaigns, channels }: Known): Promise<SummedOrder[]> {
  const { rows } = await fixture.admin.query<SummedOrder & Record<"codeId" | "partnerId" | "channelKey", string | null>>(
    `SELECT coalesce(o.form_response_id, o.row_id) AS "channelKey", o.discount_code_id AS "codeId", o.partner_id AS "partnerId", o.currency_id AS "currencyId", o.customer_id AS "customerId",
       o.total_price AS "totalPrice", o.attributed_revenue AS revenue, o.refunded_total AS refunded, v.reported_attributed_revenue AS reported,
       o.discount_given AS discount, v.reported_discount_given AS "reportedDiscount"
     FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id WHERE o.workspace_id = $1 AND (${where})`,
    [workspaceId],
  );
  return rows.map(({ codeId, partnerId, channelKey, ...order }) => {
    const found = [...campaigns].filter(([, codes]) => codes.includes(codeId ?? "")).map(([id]) => id);
    const groups = { NONE: [null], DISCOUNT_CODE: [codeId], PARTNER: [partnerId], CHANNEL: [channels.get(channelKey ?? "") ?? null] };
    return { ...order, groups: { ...groups, CAMPAIGN: found.length > 0 ? found : [null] } };
  });
}

const grantCount = 500;

/** Requests sums by channel. Returns the sums, and the number of rows that the statement read. */
async function measuredSums(client: Client, filter: object): Promise<{ nodes: object[]; read: number }> {
  const { database } = fixture.running.parts;
  const read = vi.spyOn(database, "read");
  const query = "query ($filter: OrderFilter) { list: get_order_sums(groupBy: CHANNEL, filter: $filter) { nodes { groupId orderCount } } }";
  const { nodes } = (await client.data<{ list: List }>(query, { filter })).list;
  const [statement] = read.mock.calls.flatMap(([, given]) => (given.text.includes("WITH sums") ? [given] : []));
  read.mockRestore();
  if (!statement) throw new Error("The query ran no statement.");
  const reader = {
    query: async (text: string, values: unknown[]) => ({ rows: await database.read(client.workspaceId, { text, values } as Statement) }),
  };
  return { nodes, read: await countRowsRead(reader, statement) };
}

const counted = "o.is_real AND o.order_status <> 1 AND o.financial_status <> 6";

describe("get_order_sums", () => {
  it("returns the sums of a plain calculation for any filter and group", async () => {
    const { client, known } = await hardOrders(fixture);
    const [one = "", two = "", three = ""] = known.discountCodeIds;
    const deleted = known.discountCodeIds.at(-1) ?? "";
    const [spring, summer] = [await addCampaign(client, [one, two, deleted]), await addCampaign(client, [two, three])];
    const [shop, website] = [newId(), newId()];
    const campaigns = new Map([
      [spring, [one, two]],
      [summer, [two, three]],
    ]);
    await addDiscounts(client);
    const responses = known.responseIds.map((rowId, index) => ({ rowId, channelId: [shop, website, null][index % 3] ?? null }));
    const setChannel = "UPDATE form_response_references SET channel_id = $2 WHERE row_id = $1";
    for (const { rowId, channelId } of responses) await fixture.admin.query(setChannel, [rowId, channelId]);
    const channels = new Map(responses.map(({ rowId, channelId }) => [rowId, channelId]));
    for (const [orderId, channelId] of await addGrants(client, responses)) channels.set(orderId, channelId);
    await fc.assert(
      fc.asyncProperty(plainOrderFilters(known), fc.constantFrom(...sumGroups), async ({ filter, sql }, groupBy) => {
        const where = namesWhatCounts(filter) ? sql : `(${sql}) AND ${counted}`;
        const expected = plainSums(await readOrders(client, where, { campaigns, channels }), groupBy);
        const { nodes, totalCount } = await sums(client, { groupBy, filter, orderBy: ["PRIMARY_KEY_ASC"], first: 1000 });
        expect(nodes.map(({ discountCode, partner, campaign, channel, reportingCurrency, ...sum }) => sum)).toEqual(expected);
        expect(totalCount).toBe(expected.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("returns the group as an entity, and exact sums of large amounts per currency", async () => {
    const client = fixture.client();
    const [discount_code_id, partner_id] = [newId(), newId()];
    const large = {
      total_price: "999999999999999999",
      attributed_revenue: "999999999999999998",
      refunded_total: 1,
      discount_given: "888888888888888888",
    };
    const bought = { discount_code_id, partner_id, attribution_method: "DISCOUNT_CODE", ...large };
    const customer_id = newId();
    for (const currency_id of ["usd", "usd", "eur"]) {
      const id = await addOrder(fixture, client, { ...bought, customer_id, currency_id });
      if (currency_id === "usd")
        await addReported(fixture, client, id, {
          converted: true,
          rate: 1,
          reported_total_price: 0,
          native_attributed_revenue: 1,
          reported_attributed_revenue: 5,
          reported_discount_given: 7,
        });
    }
    await addOrder(fixture, client, { total_price: 70_000 });
    for (const unused of [{ is_real: false }, { order_status: 1 }, { financial_status: 6 }])
      await addOrder(fixture, client, { ...bought, ...unused });
    const usd = {
      ...{
        currencyId: "usd",
        orderCount: 2,
        customerCount: 1,
        totalPrice: "199999999999999.9998",
        attributedRevenue: "199999999999999.9996",
      },
      ...{ refundedTotal: "0.0002", reportedAttributedRevenue: "0.001", reportingCurrency: "usd" },
      ...{ discountGiven: "177777777777777.7776", reportedDiscountGiven: "0.0014" },
    };
    const none = { groupId: null, discountCode: null, partner: null, campaign: null, channel: null };
    const { nodes } = await sums(client, { groupBy: "DISCOUNT_CODE" });
    expect(nodes).toEqual([
      { ...none, groupId: discount_code_id, discountCode: { rowId: discount_code_id }, ...usd },
      expect.objectContaining({ groupId: discount_code_id, currencyId: "eur", orderCount: 1, reportedAttributedRevenue: null }),
      expect.objectContaining({
        ...none,
        orderCount: 1,
        customerCount: 0,
        totalPrice: "7",
        attributedRevenue: "0",
        reportedAttributedRevenue: "0",
      }),
    ]);
    const [partner] = (await sums(client, { groupBy: "PARTNER" })).nodes;
    expect(partner).toEqual({ ...none, groupId: partner_id, partner: { rowId: partner_id }, ...usd });
    const campaignId = await addCampaign(client, [discount_code_id]);
    const [campaign] = (await sums(client, { groupBy: "CAMPAIGN" })).nodes;
    expect(campaign).toEqual({ ...none, groupId: campaignId, campaign: { rowId: campaignId }, ...usd });
    const real = await sums(client, { groupBy: "NONE", filter: { isReal: { equalTo: true }, currencyId: { equalTo: "USD" } } });
    expect(real.nodes).toMatchObject([{ ...none, orderCount: 5, totalPrice: fromScaled(String(4n * 999_999_999_999_999_999n + 70_000n)) }]);
    expect(await sums(fixture.client(), { groupBy: "NONE" })).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("returns the same pages in each order", async () => {
    const { client } = await hardOrders(fixture, 200);
    const keys = ["ATTRIBUTED_REVENUE", "CURRENCY_ID", "CUSTOMER_COUNT", "ORDER_COUNT", "DISCOUNT_GIVEN", "PRIMARY_KEY", "REFUNDED_TOTAL"];
    for (const key of [...keys, "REPORTED_ATTRIBUTED_REVENUE", "REPORTED_DISCOUNT_GIVEN", "TOTAL_PRICE"])
      for (const orderBy of [`${key}_ASC`, `${key}_DESC`]) {
        const all = await sums(client, { groupBy: "DISCOUNT_CODE", orderBy, first: 1000 });
        const seen: object[] = [];
        for (let after: string | null = null; ; ) {
          const page: List = await sums(client, { groupBy: "DISCOUNT_CODE", orderBy, first: 9, after });
          seen.push(...page.nodes);
          if (!page.pageInfo.hasNextPage) break;
          after = page.pageInfo.endCursor;
        }
        expect(seen, orderBy).toEqual(all.nodes);
        expect(all.totalCount).toBe(seen.length);
      }
  });

  it("reads the grants of the matched orders only, and uses the last of several grants", async () => {
    const client = fixture.client();
    const [shop, website] = [newId(), newId()];
    const { orderId, responseId } = await addGrantedOrders(fixture, client, grantCount);
    await addChannelResponse(fixture, client, responseId, shop);
    const one = await measuredSums(client, { rowId: { equalTo: orderId } });
    const all = await measuredSums(client, {});
    expect(one.nodes).toEqual([{ groupId: shop, orderCount: 1 }]);
    expect(all.nodes).toHaveLength(2);
    expect(all.nodes).toEqual(expect.arrayContaining([...one.nodes, { groupId: null, orderCount: grantCount - 1 }]));
    expect(all.read).toBeGreaterThan(grantCount);
    expect(one.read).toBeLessThan(50);

    const later = newId();
    await addChannelResponse(fixture, client, later, website);
    await fixture.admin.query(
      `INSERT INTO granted_codes SELECT o.workspace_id, gen_random_uuid(), r.id, o.discount_code_id, 'shared', o.customer_id, o.placed_at + r.delay
       FROM orders o, (VALUES ($2::uuid, interval '-1 day'), ($3::uuid, interval '1 day')) r(id, delay) WHERE o.row_id = $1`,
      [orderId, later, newId()],
    );
    expect((await measuredSums(client, { rowId: { equalTo: orderId } })).nodes).toEqual(one.nodes);
    await fixture.admin.query("UPDATE granted_codes SET issued_at = issued_at - interval '2 days' WHERE form_response_id = $1", [
      responseId,
    ]);
    expect((await measuredSums(client, { rowId: { equalTo: orderId } })).nodes).toEqual([{ groupId: website, orderCount: 1 }]);
  });

  it("rejects a cursor of another group or filter, and a wrong filter by name", async () => {
    const { client } = await hardOrders(fixture, 30);
    const after = (await sums(client, { groupBy: "PARTNER", first: 1 })).pageInfo.endCursor;
    for (const [given, argument] of [
      [{ groupBy: "DISCOUNT_CODE", after }, "after"],
      [{ groupBy: "PARTNER", after, filter: { isReal: { equalTo: true } } }, "after"],
      [{ groupBy: "NONE", filter: { originRefs: { anyEqualTo: null } } }, "filter.originRefs.anyEqualTo"],
    ] as const) {
      const { data, errors } = await client.call(query, given);
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
    }
  });
});
