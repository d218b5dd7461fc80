import type { CheckoutCondition } from "../generated/types.js";

/** Converts a condition to the equivalent filter: `equalTo`, or `isNull` for null. partnerId may also be a name or @handle. */
export function filterOfCondition(condition: CheckoutCondition | null | undefined): Record<string, unknown> {
  const given = Object.entries(condition ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => {
      if (value === null) return [field, { isNull: true }];
      return [field, field === "partnerId" ? value : { equalTo: value }];
    }),
  );
}
