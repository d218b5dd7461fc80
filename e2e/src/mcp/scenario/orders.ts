import { post } from "../../client.js";
import { waitUntil } from "../../wait-until.js";
import type { ScenarioState } from "./state.js";
import type { Step } from "./step.js";

/** Repeats the request until the orders service accepts all records, because the service receives events with a delay. */
export async function send({ baseUrl, key }: Pick<ScenarioState, "baseUrl" | "key">, what: string, ...records: object[]): Promise<string> {
  const rows = await waitUntil(`${what} are accepted`, async () => {
    const { body } = await post(`${baseUrl}/v1/ingest/${what}`, { records }, { authorization: `Bearer ${key}` });
    const { results = [] } = body as { results?: { outcome: string; rowId?: string }[] };
    return results.length > 0 && results.every(({ outcome }) => outcome !== "rejected") && results;
  });
  return rows[0]?.rowId ?? "";
}

export const orders: readonly Step[] = [
  {
    action: "the store sends two orders, two checkouts and a rate",
    async run(state) {
      const { shop: connectionId, today } = state;
      const [at, paidAt] = [`${today}T00:00:01Z`, `${today}T00:00:02Z`];
      await send(state, "rates", { day: today, from: "EUR", to: "USD", rate: "1.25", provider: "ecb" });
      const bought = {
        ...{ connectionId, providerUpdatedAt: paidAt, placedAt: at, paidAt, currencyId: "EUR", orderStatus: "OPEN" },
        ...{ financialStatus: "PAID", fulfillmentStatus: "OPEN", originRefs: ["mail-1"] },
      };
      const order = await send(
        state,
        "orders",
        {
          ...bought,
          externalRef: "first",
          customerRef: "ann@shop.example",
          totalPrice: "40.00",
          discountCodes: [{ code: "hi10", amount: "4.45" }],
          custom: { gift: true },
        },
        { ...bought, externalRef: "second", customerRef: "bob", totalPrice: "10.50", discountCodes: [], isReal: false },
      );
      const begun = { connectionId, providerUpdatedAt: at, stage: "CHECKOUT", startedAt: at };
      await send(
        state,
        "checkouts",
        { ...begun, externalRef: "cart-1", customerRef: "ann@shop.example", orderExternalRef: "first" },
        { ...begun, externalRef: "cart-2", stage: "CART" },
      );
      return { order };
    },
  },
  { tool: "get_reporting_status", input: () => ({}), expected: () => ({ timeZone: "UTC", reportingCurrency: "usd", ordersLeft: 0 }) },
  {
    tool: "list_orders",
    input: ({ today, shop }) => ({
      filter: {
        ...{ placedDay: { equalTo: today }, connectionId: { equalTo: shop }, isReal: { in: [true] }, discountCodeId: "WELCOME10" },
        ...{
          originRefs: { anyEqualTo: "mail-1" },
          attributedRevenue: { greaterThanOrEqualTo: "39.99" },
          financialStatus: { lessThan: "REFUNDED" },
        },
        ...{ orderCustomByOrderIdExists: true, partnerId: { name: "@ada" } },
      },
      ...{ first: 50, orderBy: ["ATTRIBUTED_REVENUE_DESC", "ROW_ID_ASC"], fields: "*, partner.name" },
    }),
    expected: ({ order }) => ({
      nodes: [{ rowId: order, attributedRevenue: "40", partner: { name: "Ada Advocate" } }],
      pageInfo: { hasNextPage: false },
    }),
  },
  {
    tool: "list_checkouts",
    input: ({ today, shop }) => ({
      condition: { startedDay: today, connectionId: shop, partnerId: null, stage: "CHECKOUT" },
      ...{ first: 1, orderBy: ["EXTERNAL_REF_ASC"], fields: "*, order.rowId" },
    }),
    expected: ({ order }) => ({ nodes: [{ externalRef: "cart-1", status: "CONVERTED", order: { rowId: order } }] }),
  },
  {
    tool: "get_checkouts_summary",
    input: () => ({}),
    expected: () => ({ total: 2, converted: 1, atCart: 1, atCheckout: 1, conversionRate: 0.5 }),
  },
  {
    tool: "get_discount_code_orders",
    input: ({ welcome }) => ({ id: welcome, first: 5, offset: 0, filter: { currencyId: { in: ["eur", "usd"] } } }),
    expected: ({ order }) => ({ nodes: [{ rowId: order, externalRef: "first" }], pageInfo: { hasNextPage: false } }),
  },
  {
    tool: "get_discount_code_order_series",
    input: ({ welcome }) => ({
      id: welcome,
      filter: { isReal: { equalTo: true } },
      reportedFilter: { converted: { equalTo: true }, rate: { equalTo: "1.25" } },
    }),
    expected: ({ today }) => [{ day: today, count: 1, attributedRevenue: "40", reportedAttributedRevenue: "50" }],
  },
  {
    tool: "get_order_sums",
    purpose: "by code",
    input: ({ today }) => ({
      ...{ groupBy: "DISCOUNT_CODE", filter: { placedDay: { equalTo: today } }, orderBy: ["DISCOUNT_GIVEN_DESC"] },
      fields: "*, groupId, reportedDiscountGiven",
    }),
    expected: ({ welcome }) => ({
      nodes: [
        {
          groupId: welcome,
          currencyId: "eur",
          orderCount: 1,
          attributedRevenue: "40",
          discountGiven: "4.45",
          reportedDiscountGiven: "5.5625",
        },
      ],
    }),
  },
  {
    tool: "list_customers",
    input: ({ today }) => ({
      filter: { ref: { equalTo: "Ann@shop.example" }, firstSeenAt: { greaterThanOrEqualTo: `${today}T00:00:00Z` } },
      ...{ orderBy: ["LAST_SEEN_AT_DESC"], first: 5, fields: "ref, ordersCount" },
    }),
    expected: () => ({ nodes: [{ ref: "ann@shop.example", ordersCount: 1 }], pageInfo: { hasNextPage: false } }),
  },
  {
    tool: "get_customer",
    input: () => ({
      customerId: "ann@shop.example",
      fields: "*, ordersCount, attributedRevenue.currencyId, attributedRevenue.attributedRevenue, orders.rowId",
    }),
    expected: ({ order }) => ({
      ordersCount: 1,
      attributedRevenue: [{ currencyId: "eur", attributedRevenue: "40" }],
      orders: { nodes: [{ rowId: order }] },
    }),
  },
];
