import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { OrderGroup } from "../generated/types.js";

export const sumGroups: readonly OrderGroup[] = ["NONE", "DISCOUNT_CODE", "PARTNER", "CAMPAIGN", "CHANNEL"];

/** An order with the ids of its groups. Amounts are ten-thousandths. */
export interface SummedOrder {
  groups: Record<OrderGroup, readonly (string | null)[]>;
  currencyId: string;
  customerId: string | null;
  totalPrice: string;
  revenue: string | null;
  refunded: string;
  reported: string | null;
  discount: string | null;
  reportedDiscount: string | null;
}

/** Calculates order sums without SQL, sorted by group and currency. */
export function plainSums(orders: readonly SummedOrder[], groupBy: OrderGroup) {
  const groups = new Map<string, { groupId: string | null; orders: SummedOrder[] }>();
  for (const order of orders)
    for (const groupId of order.groups[groupBy]) {
      const key = `${groupId ?? ""} ${order.currencyId}`;
      const group = groups.get(key) ?? { groupId, orders: [] };
      group.orders.push(order);
      groups.set(key, group);
    }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { groupId, orders: own }]) => {
      return {
        groupId,
        currencyId: own[0]?.currencyId,
        orderCount: own.length,
        customerCount: new Set(own.flatMap(({ customerId }) => customerId ?? [])).size,
        totalPrice: sum(own.map(({ totalPrice }) => totalPrice)),
        attributedRevenue: sum(own.flatMap(({ revenue }) => revenue ?? [])),
        refundedTotal: sum(own.map(({ refunded }) => refunded)),
        discountGiven: sum(own.flatMap(({ discount }) => discount ?? [])),
        reportedAttributedRevenue: reportedSum(own.map(({ revenue, reported }) => [revenue, reported])),
        reportedDiscountGiven: reportedSum(own.map(({ discount, reportedDiscount }) => [discount, reportedDiscount])),
      };
    });
}

/** Sums the reported amounts. Each pair has a native and a reported amount. Returns null if no native amount has a reported amount. */
function reportedSum(pairs: readonly (readonly [string | null, string | null])[]): string | null {
  const reported = pairs.flatMap(([, amount]) => amount ?? []);
  return reported.length === 0 && pairs.some(([native]) => native !== null) ? null : sum(reported);
}

const sum = (amounts: readonly string[]) => fromScaled(String(amounts.reduce((total, amount) => total + BigInt(amount), 0n)));

/** True if a filter contains `isReal` or a status at any depth. */
export const namesWhatCounts = (filter: object): boolean =>
  Object.entries(filter).some(([key, value]) => {
    if (["isReal", "orderStatus", "financialStatus", "fulfillmentStatus"].includes(key)) return Object.keys(value).length > 0;
    return ["and", "or"].includes(key) ? (value as object[]).some(namesWhatCounts) : key === "not" && namesWhatCounts(value as object);
  });
