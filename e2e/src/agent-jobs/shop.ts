import type { GraphQLClient } from "../client.js";
import { send } from "../mcp/scenario/orders.js";
import type { ScenarioState } from "../mcp/scenario/state.js";
import { waitUntil } from "../wait-until.js";
import { change } from "../website-form.js";
import { codeBody } from "../workspace.js";
import { lastMonthOf } from "./months.js";

export const campaign = "Black Friday";
const campaignCodes = ["FRIDAY-20", "FRIDAY-30"];

/** Groups of tags. The tags of a group differ only in case, hyphens or plural. */
const tagsOfCodes: Readonly<Record<string, Record<string, string>>> = {
  "AUTUMN-20": { newsletter: "blue", influencer: "pink" },
  "SPRING-10": { newsletter: "blue" },
  "WINTER-5": { "News-Letter": "gray" },
  "SUMMER-15": { newsletters: "blue", influencer: "pink" },
  "FRIDAY-20": { Influencers: "red" },
  "FRIDAY-30": { clearance: "orange" },
};

export const tidyTags = { newsletter: 4, influencer: 3, clearance: 1 };

/**
 * Creates discount codes with tags, and orders with these codes in the month before `now`. Creates a campaign and an active incentive with
 * one of its codes.
 */
export async function openShop(client: GraphQLClient, state: ScenarioState, now: Date): Promise<void> {
  const ids = new Map<string, string>();
  for (const [code, tags] of Object.entries(tagsOfCodes)) {
    const input = { connectionId: state.shop, body: codeBody({ code, tags }) };
    const { discountCode } = await change<{ discountCode: { rowId: string } }>(
      client,
      "create_discount_code",
      input,
      "discountCode { rowId }",
    );
    ids.set(code, discountCode.rowId);
  }
  await change(client, "create_campaign", { name: campaign }, "");
  await change(client, "assign_discount_codes_to_campaign", { campaignId: campaign, discountCodeIds: campaignCodes }, "");
  await offer(client, "A gift for the quiz", ids.get("FRIDAY-20"));
  await offer(client, "A gift for the game", ids.get("AUTUMN-20"));
  await sellLastMonth(client, state, now);
}

/** Creates an active incentive with a form that is not published. */
async function offer(client: GraphQLClient, name: string, codeId: string | undefined): Promise<void> {
  const rule = { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: codeId, connection_id: null, terms: { delivery: "SHARED" } };
  await change(client, "create_form", { body: { title: `Form of ${name}` } }, "");
  await change(client, "create_incentive", { name, formId: { name: `Form of ${name}` }, rules: [rule] }, "");
  await change(client, "update_incentive", { incentiveId: { name }, status: "ACTIVE" }, "");
}

/** Expected discounts and revenue of codes in the last month, the highest discount first. */
export const costsOfLastMonth = [
  { code: "AUTUMN-20", discountGiven: "30", attributedRevenue: "120" },
  { code: "SPRING-10", discountGiven: "10", attributedRevenue: "90" },
  { code: "WINTER-5", discountGiven: "5", attributedRevenue: "95" },
];

async function sellLastMonth(client: GraphQLClient, state: ScenarioState, now: Date): Promise<void> {
  const { start } = lastMonthOf(now);
  const then = new Date(Date.parse(start) + 12 * 86_400_000).toISOString();
  const sold = (externalRef: string, totalPrice: string, code: string, amount: string, changes: object = {}) =>
    orderOf(state, { externalRef, totalPrice, placedAt: then, discountCodes: [{ code, amount }], ...changes });
  await send(
    state,
    "orders",
    sold("a-1", "80.00", "AUTUMN-20", "20.00"),
    sold("a-2", "40.00", "AUTUMN-20", "10.00"),
    sold("s-1", "90.00", "SPRING-10", "10.00"),
    sold("w-1", "95.00", "WINTER-5", "5.00"),
    sold("test", "1.00", "WINTER-5", "999.00", { isReal: false }),
    sold("now", "500.00", "SPRING-10", "500.00", { placedAt: now.toISOString() }),
  );
  await waitUntil("the orders have their codes", async () => (await revenueBy(client, "DISCOUNT_CODE")) === 805);
}

export function orderOf({ shop }: ScenarioState, { placedAt, ...order }: { placedAt: string } & Record<string, unknown>): object {
  const states = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" };
  return { connectionId: shop, providerUpdatedAt: placedAt, placedAt, paidAt: placedAt, currencyId: "EUR", ...states, ...order };
}

export async function revenueBy(client: GraphQLClient, groupBy: string): Promise<number> {
  const query = "query ($groupBy: OrderGroup!) { sums: get_order_sums(groupBy: $groupBy) { nodes { groupId attributedRevenue } } }";
  const { sums } = await client.data<{ sums: { nodes: { groupId: string | null; attributedRevenue: string }[] } }>(query, { groupBy });
  return sums.nodes.reduce((sum, { groupId, attributedRevenue }) => sum + (groupId === null ? 0 : Number(attributedRevenue)), 0);
}
