/** What a reward is worth: of its kind's fields those that a person is told. */
export interface Worth {
  kind: string;
  /** Of its discount code. */
  valuePercent?: string | null;
  valueAmount?: string | null;
  /** Of a credit, in the smallest unit of its currency (ISO 4217, lower case). */
  amountMinor?: string | null;
  currency?: string | null;
  /** Of an entitlement. */
  lookupKey?: string | null;
  entitlementLimit?: number | null;
  /** Of what other systems read. */
  publicLabel?: string | null;
}

/** How a reward is called, e.g. "10 % off", "5.00 off", "7.50 EUR", "+3 seats"; null when nothing is known to call it by. */
export function labelOf(worth: Worth): string | null {
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

/** Whether the person who gets a reward is told of it: what only other systems read has no label. */
export const isForPeople = ({ kind, publicLabel = null }: Worth): boolean => kind !== "metadata" || publicLabel !== null;

/** Without the zeros at the end of a decimal number. */
const trimmed = (decimal: string) => (decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);

/** A decimal number with two decimals at least. */
function withCents(decimal: string): string {
  const [whole = "", fraction = ""] = trimmed(decimal).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

/** An amount in the smallest unit of its currency, in the unit itself. */
function major(amountMinor: string, currency: string): string {
  const count = decimals.get(currency) ?? 2;
  if (count === 0) return amountMinor;
  const digits = amountMinor.padStart(count + 1, "0");
  return `${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

// The minor units of ISO 4217 that are no hundredths. Not what Intl gives: that is how amounts are written by custom, where "hundredths
// of a forint" are none, and a credit would be called a hundred times what it is.
const otherUnits: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, "bif byr clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf"],
  [3, "bhd iqd jod kwd lyd omr tnd"],
  [4, "clf uyw"],
];
const decimals = new Map(otherUnits.flatMap(([count, currencies]) => currencies.split(" ").map((currency) => [currency, count] as const)));
