import type { CheckoutCondition } from "../generated/types.js";

/** A condition as the filter that means the same: equality, and "is null" where a field is given as null. Only the partner may be named. */
export function filterOfCondition(condition: CheckoutCondition | null | undefined): Record<string, unknown> {
  const given = Object.entries(condition ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => {
      if (value === null) return [field, { isNull: true }];
      return [field, field === "partnerId" ? value : { equalTo: value }];
    }),
  );
}
