import type { OrderFilter } from "@offergraph/sdk";

/** By default, sums include only orders that meet these conditions. */
const counted = {
  isReal: { equalTo: true },
  orderStatus: { notEqualTo: "CANCELLED" },
  financialStatus: { notEqualTo: "VOIDED" },
} as const satisfies OrderFilter;

const leftOut = { isReal: "test", orderStatus: "canceled", financialStatus: "voided" } as const satisfies Record<
  keyof typeof counted,
  string
>;

/**
 * Adds the default condition for each of `isReal`, `orderStatus` and `financialStatus` that the filter does not restrict. The API adds
 * default conditions only if the filter restricts none of these fields.
 */
export function countedFilter(filter: OrderFilter): OrderFilter {
  return { ...counted, ...filter };
}

/** Returns a sentence about the listed orders that the sums leave out. Returns undefined if the filter replaces all default conditions. */
export function leftOutText(filter: OrderFilter): string | undefined {
  const kinds = Object.entries(leftOut).flatMap(([name, kind]) => (name in filter ? [] : [kind]));
  if (kinds.length === 0) return undefined;
  return `The sums leave out ${kinds.join(", ").replace(/, (?=\w+$)/, " and ")} orders. The list contains these orders.`;
}
