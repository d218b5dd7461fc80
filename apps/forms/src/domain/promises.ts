import { isForPeople, labelOf, type Worth } from "./worth.js";

/** What an incentive's rule promises, as it is stored, with what its discount code is worth. */
export interface Promised {
  incentiveId: string;
  audience: string | null;
  tier: string | null;
  kind: string;
  outcome: string;
  terms: Record<string, unknown>;
  valuePercent: string | null;
  valueAmount: string | null;
}

/** What a visitor is told of it; `label` is null where nothing is known to call it by. */
export interface VisiblePromise {
  kind: string;
  label: string | null;
  /** COMPLETE or SKIPPED. */
  outcome: string;
  tier: string | null;
  /** NEW: of customers without an order, RETURNING: of those with one. */
  audience: string | null;
}

/**
 * What visitors are told that a form's incentives promise. What is given to who leaves a form unfinished is promised to nobody, nor is
 * what only other systems read.
 */
export function visiblePromises(promises: readonly Promised[]): VisiblePromise[] {
  return promises.flatMap((promise) => {
    const { kind, outcome, tier, audience } = promise;
    const worth = worthOf(promise);
    return outcome === "INCOMPLETE" || !isForPeople(worth) ? [] : [{ kind, label: labelOf(worth), outcome, tier, audience }];
  });
}

/**
 * What the text of a line promises whoever completes the form: all that one incentive gives, of the line's tier or else of none; where
 * there are several, one for everybody before one for some, then the eldest. Null when there is none.
 */
export function ownReward(promises: readonly Promised[], tier: "quick" | "enhanced"): string | null {
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

/** Terms in the words of their kind (api.md 2.5). */
function worthOf({ kind, terms, valuePercent, valueAmount }: Promised): Worth {
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
