import type { Reference } from "@offergraph/shared/references/kinds";
import { newId } from "@offergraph/shared/time/ids";

const at = "2026-05-01T10:00:00.000Z";

/** A connection that discounts has. */
export function connectionOf(changes: Partial<Reference<"connection">> = {}): Reference<"connection"> {
  return { rowId: newId(), createdAt: at, slug: "shop", name: "The shop", provider: "manual", ...changes };
}

/** A partner that discounts has. */
export function partnerOf(changes: Partial<Reference<"partner">> = {}): Reference<"partner"> {
  return { rowId: newId(), name: "Ann", handle: null, ...changes };
}

/** A discount code that discounts has. */
export function discountCodeOf(changes: Partial<Reference<"discount_code">> = {}): Reference<"discount_code"> {
  return { rowId: newId(), code: "SUMMER", aliases: [], partnerId: null, updatedAt: at, ...changes };
}

/** The whole record of a discount code, as its events carry it. */
export function eventDataOf({ aliases, ...code }: Reference<"discount_code">) {
  return {
    ...code,
    createdAt: at,
    aliasedCodes: aliases.map((alias) => ({ id: newId(), code: alias })),
    title: "A code",
    displayName: null,
    valueKind: "percent" as const,
    valuePercent: "10",
    valueAmount: null,
    usageLimit: null,
    usageCount: 0,
    startAt: null,
    endsAt: null,
    oneTimePurchase: false,
    status: "ACTIVE" as const,
    isPublic: false,
    publicTier: null,
    origin: null,
    createdBy: "SERVICE" as const,
    tags: {},
    placements: [],
  };
}
