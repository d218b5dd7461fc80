import type { Reference } from "@offergraph/service/replicas/kinds";
import { newId } from "@offergraph/shared/time/ids";

const at = "2026-05-01T10:00:00.000Z";

export function connectionOf(changes: Partial<Reference<"connection">> = {}): Reference<"connection"> {
  return { rowId: newId(), createdAt: at, slug: "shop", name: "The shop", provider: "manual", ...changes };
}

export function partnerOf(changes: Partial<Reference<"partner">> = {}): Reference<"partner"> {
  return { rowId: newId(), name: "Ann", handle: null, ...changes };
}

export function discountCodeOf(changes: Partial<Reference<"discount_code">> = {}): Reference<"discount_code"> {
  return { rowId: newId(), code: "SUMMER", aliases: [], partnerId: null, updatedAt: at, ...changes };
}

export function formOf(changes: Partial<Reference<"form">> = {}): Reference<"form"> {
  return { rowId: newId(), formSlug: "why", title: "Why?", updatedAt: at, ...changes };
}

/** Returns the event data of a form. */
export function formDataOf(form: Reference<"form">) {
  return {
    ...form,
    createdAt: at,
    surfaces: [],
    priority: 0,
    status: "DRAFT" as const,
    viewType: null,
    returningEnabled: false,
    enableRepeat: false,
    enableEndsAt: false,
    startsAt: null,
    endsAt: null,
    tags: {},
    reasonSet: null,
    publishedVariantId: null,
    publishedAt: null,
  };
}

/** Returns the event data of a discount code. */
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
