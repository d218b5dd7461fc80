import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

/** A grant with an unused part of its credit or entitlement. */
export interface OpenGrant {
  rowId: string;
  remaining: bigint;
}

export interface UsedPart {
  rowId: string;
  amount: bigint;
}

/** Takes an amount from the grants, beginning with the first grant. Returns undefined if the amount exceeds the unused parts. */
export function takeFrom(grants: readonly OpenGrant[], amount: bigint): UsedPart[] | undefined {
  const parts: UsedPart[] = [];
  let open = amount;
  for (const { rowId, remaining } of grants) {
    if (open === 0n) break;
    const isLast = remaining >= open;
    const part = isLast ? open : remaining;
    if (part > 0n) parts.push({ rowId, amount: part });
    open -= part;
  }
  return open === 0n ? parts : undefined;
}

export const sumOf = (grants: readonly OpenGrant[]): bigint => grants.reduce((sum, { remaining }) => sum + remaining, 0n);

const largest = 2n ** 63n - 1n;

/** Reads an amount in the smallest unit of a currency. Adds an error and returns 0 if the amount is invalid. */
export function readAmount(text: string, path: Path, violations: Violations): bigint {
  const isWhole = /^-?\d+(\.0+)?$/.test(text);
  const amount = isWhole ? BigInt(text.split(".", 1)[0] ?? "") : 0n;
  if (!isWhole)
    violations.add(path, "INVALID", 'amountMinor must be a whole number in the smallest unit of the currency, e.g. "250" for 2.50 EUR.');
  else if (amount < 1n || amount > largest) violations.add(path, "OUT_OF_RANGE", `amountMinor must be between 1 and ${largest}.`);
  else return amount;
  return 0n;
}
