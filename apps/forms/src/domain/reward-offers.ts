import { isCustomerFacing, labelOf, type RewardValue } from "./reward-label.js";

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

/** The `audience` NEW means customers without orders. RETURNING means customers with orders. */
export type RewardOffer = Pick<StoredOffer, "kind" | "outcome" | "tier" | "audience"> & { label: string | null };

/**
 * Returns the rewards that a form offers to visitors. Excludes rewards for abandoned responses, and metadata rewards without a public
 * label.
 */
export function rewardOffers(promises: readonly StoredOffer[]): RewardOffer[] {
  return promises.flatMap((promise) => {
    const { kind, outcome, tier, audience } = promise;
    const worth = worthOf(promise);
    return outcome === "INCOMPLETE" || !isCustomerFacing(worth) ? [] : [{ kind, label: labelOf(worth), outcome, tier, audience }];
  });
}

/**
 * Returns the label that replaces the placeholder `[incentive]` in a tier's text. The label contains all completion rewards of one
 * incentive. Prefers rules with the requested tier, and then rules for all customers. If several rules fit equally well, chooses the rule
 * of the oldest incentive.
 */
export function ownReward(promises: readonly StoredOffer[], tier: "quick" | "enhanced"): string | null {
  const named = promises.flatMap((promise) => {
    const label = promise.outcome === "COMPLETE" ? labelOf(worthOf(promise)) : null;
    return label === null ? [] : [{ ...promise, label }];
  });
  const first = (wanted: string | null, isForAll: boolean) =>
    named.find((one) => one.tier === wanted && (one.audience === null) === isForAll);
  const chosen = first(tier, true) ?? first(tier, false) ?? first(null, true) ?? first(null, false);
  const labels = named.filter(({ incentiveId }) => incentiveId === chosen?.incentiveId).map(({ label }) => label);
  return chosen ? labels.join(" and ") : null;
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

/** Replaces `[incentive]` in a text with the reward's label. Without a label, removes `[incentive]`. Returns null if no text remains. */
export function withReward(text: string | null, reward: string | null): string | null {
  if (text === null) return null;
  const shown = reward === null ? text.replaceAll(/\s*\[incentive\]/g, "") : text.replaceAll("[incentive]", () => reward);
  return shown.trim() || null;
}

/** Returns the text for visitors. Returns null if the text contains `[incentive]` and there is no reward. */
export const promisedText = (text: string | null, reward: string | null): string | null =>
  reward === null && text?.includes("[incentive]") ? null : withReward(text, reward);
