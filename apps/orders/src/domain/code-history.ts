import type { AttributedOrder } from "./attribution.js";

export interface CodeNameHistory {
  nameKey: string;
  discountCodeId: string;
  /** Tiers of the grant for which the name was minted. */
  grantTiers: readonly string[];
  endedAt: string | null;
}

/** Partner and tier of a discount code, current or past. */
export interface SourceHistory {
  discountCodeId: string;
  partnerId: string | null;
  tier: string | null;
  endedAt: string | null;
}

/** The discount code of an order, with its partner and tier at the time of the order. */
export type AttributionSource = Omit<SourceHistory, "endedAt"> & Pick<CodeNameHistory, "grantTiers">;

/** The fields of a discount code that attribution uses. */
export interface KnownCode {
  partnerId: string | null;
  tier: string | null;
  /** Normalized names of the code and of the code's aliases. */
  nameKeys: readonly string[];
}

/** Compares a discount code before and after an event. `before` is undefined for an unknown code. */
export function codeChange(before: KnownCode | undefined, after: KnownCode) {
  const [had, has] = [before?.nameKeys ?? [], after.nameKeys];
  return {
    lost: had.filter((key) => !has.includes(key)),
    gained: has.filter((key) => !had.includes(key)),
    changesSource: before !== undefined && (before.partnerId !== after.partnerId || before.tier !== after.tier),
    // The first partner or tier of a code also applies to earlier orders. Other changes apply only to later orders.
    fillsGap:
      before !== undefined && ((before.partnerId === null && after.partnerId !== null) || (before.tier === null && after.tier !== null)),
  };
}

/**
 * Returns the discount code of the order's first known name. If no code had the name when the order was placed, returns the first code that
 * got the name later.
 */
export function discountOf(
  { nameKeys, placedAt }: Pick<AttributedOrder, "nameKeys" | "placedAt">,
  heldBy: (nameKey: string) => readonly CodeNameHistory[],
): CodeNameHistory | undefined {
  for (const key of nameKeys) {
    const [held] = heldSince(placedAt, heldBy(key));
    if (held) return held;
  }
  return undefined;
}

/** Returns a discount code's partner and tier at the time of an order. If one of them was null then, returns the first value set later. */
export function sourceOf(placedAt: string, sources: readonly SourceHistory[]): Pick<SourceHistory, "partnerId" | "tier"> {
  const since = heldSince(placedAt, sources);
  return {
    partnerId: since.find(({ partnerId }) => partnerId !== null)?.partnerId ?? null,
    tier: since.find(({ tier }) => tier !== null)?.tier ?? null,
  };
}

/** Returns the entries that end after `time`, sorted by their end. */
function heldSince<Held extends { endedAt: string | null; discountCodeId: string }>(time: string, held: readonly Held[]): Held[] {
  return held
    .filter(({ endedAt }) => endedAt === null || time < endedAt)
    .sort((one, other) => compare(one.endedAt ?? "~", other.endedAt ?? "~") || compare(one.discountCodeId, other.discountCodeId));
}

export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
