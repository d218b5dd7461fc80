export interface RewardValue {
  kind: string;
  valuePercent?: string | null;
  valueAmount?: string | null;
  /** Credit amount in minor units of `currency`, for example cents. `currency` is an ISO 4217 code in lower case. */
  amountMinor?: string | null;
  currency?: string | null;
  lookupKey?: string | null;
  entitlementLimit?: number | null;
  /** Label that visitors see for a metadata reward. */
  publicLabel?: string | null;
}

/** Returns the label of a reward, such as "10 % off", "5.00 off", "7.50 EUR" or "+3 seats". Returns null if the reward has no value. */
export function labelOf(worth: RewardValue): string | null {
  const { kind, valuePercent = null, valueAmount = null, amountMinor = null, currency = null } = worth;
  if (kind === "discount") {
    if (valuePercent !== null) return `${trimmed(valuePercent)} % off`;
    return valueAmount === null ? null : `${withCents(valueAmount)} off`;
  }
  if (kind === "billing_credit")
    return amountMinor === null || currency === null ? null : `${major(amountMinor, currency)} ${currency.toUpperCase()}`;
  if (kind === "entitlement") {
    const { lookupKey = null, entitlementLimit = null } = worth;
    return lookupKey === null || entitlementLimit === null ? null : `+${entitlementLimit} ${lookupKey}`;
  }
  return worth.publicLabel ?? null;
}

/** Returns false for a metadata reward without a public label, because the reward is only for other systems. */
export const isCustomerFacing = ({ kind, publicLabel = null }: RewardValue): boolean => kind !== "metadata" || publicLabel !== null;

const trimmed = (decimal: string) => (decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);

function withCents(decimal: string): string {
  const [whole = "", fraction = ""] = trimmed(decimal).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

function major(amountMinor: string, currency: string): string {
  const count = decimals.get(currency) ?? 2;
  if (count === 0) return amountMinor;
  const digits = amountMinor.padStart(count + 1, "0");
  return `${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

// Currencies that do not have two decimals in ISO 4217. Intl's numbers of decimals differ from ISO 4217. With Intl's 0 decimals for HUF, a
// credit would appear 100 times too large.
const otherUnits: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, "bif byr clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf"],
  [3, "bhd iqd jod kwd lyd omr tnd"],
  [4, "clf uyw"],
];
const decimals = new Map(otherUnits.flatMap(([count, currencies]) => currencies.split(" ").map((currency) => [currency, count] as const)));
