import { isCustomerFacing, labelOf, type RewardValue } from "./reward-label.js";

/** An incentive's rule as stored, with the value of its discount code. */
export interface StoredOffer {
  incentiveId: string;
  audience: string | null;
  tier: string | null;
  kind: string;
  outcome: string;
  terms: Record<string, unknown>;
  valuePercent: string | null;
  valueAmount: string | null;
}

export interface RewardOffer {
  kind: string;
  label: string | null;
  outcome: string;
  tier: string | null;
  /** NEW: customers without an order; RETURNING: customers with one. */
  audience: string | null;
}

/** Reward offers shown to visitors. Excludes rewards for abandoned responses (INCOMPLETE) and metadata without a public label. */
export function rewardOffers(promises: readonly StoredOffer[]): RewardOffer[] {
  return promises.flatMap((promise) => {
    const { kind, outcome, tier, audience } = promise;
    const worth = worthOf(promise);
    return outcome === "INCOMPLETE" || !isCustomerFacing(worth) ? [] : [{ kind, label: labelOf(worth), outcome, tier, audience }];
  });
}

/**
 * Label of the reward for completing the form, for the text of this tier: all rewards of one incentive. Prefers the tier's own rules over
 * rules without a tier, then rules for all customers over rules for an audience, then the oldest incentive. Null if there is none.
 */
export function ownReward(promises: readonly StoredOffer[], tier: "quick" | "enhanced"): string | null {
  const named = promises.flatMap((promise) => {
    const label = promise.outcome === "COMPLETE" ? labelOf(worthOf(promise)) : null;
    return label === null ? [] : [{ ...promise, label }];
  });
  const isOwn = [tier, null].flatMap((wanted) => [true, false].map((isForAll) => ({ wanted, isForAll })));
  const chosen = isOwn
    .map(({ wanted, isForAll }) => named.find((one) => one.tier === wanted && (one.audience === null) === isForAll))
    .find((one) => one !== undefined);
  if (!chosen) return null;
  const labels = named.filter(({ incentiveId }) => incentiveId === chosen.incentiveId).map(({ label }) => label);
  return labels.join(" and ");
}

function worthOf({ kind, terms, valuePercent, valueAmount }: StoredOffer): RewardValue {
  const { amount_minor: amountMinor, currency, lookup_key: lookupKey, limit, public_label: publicLabel } = terms;
  return {
    kind,
    valuePercent,
    valueAmount,
    amountMinor: typeof amountMinor === "number" ? String(amountMinor) : null,
    currency: textOf(currency),
    lookupKey: textOf(lookupKey),
    entitlementLimit: typeof limit === "number" ? limit : null,
    publicLabel: textOf(publicLabel),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);
