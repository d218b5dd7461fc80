import { decimalOf, type Rounding, share, toMinor } from "./cart-money.js";
import type { DiscountCodeFields } from "./fields.js";

export const validationReasons = [
  "NOT_FOUND",
  "NOT_ACTIVE",
  "NOT_STARTED",
  "ENDED",
  "USAGE_LIMIT_REACHED",
  "ALREADY_USED",
  "OTHER_CUSTOMER",
  "NOT_PLACED",
  "NO_ELIGIBLE_ITEM",
  "CURRENCY_NOT_SUPPORTED",
] as const;
export type ValidationReason = (typeof validationReasons)[number];

export const reasonMessages: Readonly<Record<ValidationReason, string>> = {
  NOT_FOUND: "There is no such code.",
  NOT_ACTIVE: "The code is not active.",
  NOT_STARTED: "The code is not valid yet.",
  ENDED: "The code is no longer valid.",
  USAGE_LIMIT_REACHED: "The code has reached its usage limit.",
  ALREADY_USED: "The customer has already used the code.",
  OTHER_CUSTOMER: "The code belongs to another customer.",
  NOT_PLACED: "The code is not placed on this connection.",
  NO_ELIGIBLE_ITEM: "The code applies to none of the cart's items.",
  CURRENCY_NOT_SUPPORTED: "The code's amount has more decimal places than the currency allows.",
};

/** The grant that owns a minted code or an alias of a pool. */
export interface OwningGrant {
  isMinted: boolean;
  isUsed: boolean;
  isEnded: boolean;
  expiresAt: string | null;
  /** True if the grant belongs to a known customer other than the given customer. */
  isOfOtherCustomer: boolean;
}

export interface CodeState
  extends Pick<
    DiscountCodeFields,
    "status" | "startAt" | "endsAt" | "valueKind" | "valuePercent" | "valueAmount" | "usageLimit" | "oneTimePurchase"
  > {
  usageCount: number;
  /** Number of uses that are reserved for other grants. */
  reservedCount: number;
  /** True if an order of the given customer counts as a use of the code. */
  isUsedByCustomer: boolean;
  grant: OwningGrant | null;
  /** False if the code has no placement on the cart's connection. */
  isPlaced: boolean;
}

export interface CartItem {
  /** Unit price times quantity, in minor units of the cart's currency. */
  subtotal: bigint;
  /** False if the placement's targets exclude the item. */
  isEligible: boolean;
}

export interface Cart extends Rounding {
  items: readonly CartItem[];
}

export interface Validation {
  reasons: ValidationReason[];
  /** The discount of each item, in minor units. Every value is 0 if `reasons` is not empty. */
  amountsOff: bigint[];
}

/**
 * Checks if a cart can use a code, and computes the discount of each item. `at` is in UTC with milliseconds. `code` is undefined for an
 * unknown code.
 */
export function validateCart(code: CodeState | undefined, cart: Cart, at: string): Validation {
  const reasons = code ? [...timeReasons(code, at), ...useReasons(code), ...cartReasons(code, cart)] : (["NOT_FOUND"] as const);
  const isValid = code !== undefined && reasons.length === 0;
  return { reasons: [...reasons], amountsOff: isValid ? amountsOff(code, cart) : cart.items.map(() => 0n) };
}

function timeReasons({ status, startAt, endsAt, grant }: CodeState, at: string): ValidationReason[] {
  const isOver = (end: string | null | undefined) => end != null && end <= at;
  const reasons: ValidationReason[] = [];
  if (status === "DRAFT" || (status === "SCHEDULED" && startAt === null)) reasons.push("NOT_ACTIVE");
  if (startAt !== null && startAt > at) reasons.push("NOT_STARTED");
  const isGrantOver = grant !== null && (grant.isEnded || isOver(grant.expiresAt));
  if (status === "EXPIRED" || isOver(endsAt) || isGrantOver) reasons.push("ENDED");
  return reasons;
}

function useReasons({ usageLimit, usageCount, reservedCount, oneTimePurchase, isUsedByCustomer, grant }: CodeState): ValidationReason[] {
  // Ignores the usage limit for a minted code, whose single use is reserved.
  const isUsedUp = grant?.isMinted ? grant.isUsed : usageLimit !== null && usageCount + reservedCount >= usageLimit;
  const reasons: ValidationReason[] = isUsedUp ? ["USAGE_LIMIT_REACHED"] : [];
  if (oneTimePurchase && isUsedByCustomer && !grant?.isMinted) reasons.push("ALREADY_USED");
  if (grant?.isOfOtherCustomer) reasons.push("OTHER_CUSTOMER");
  return reasons;
}

function cartReasons(code: CodeState, { items, digits }: Cart): ValidationReason[] {
  const reasons: ValidationReason[] = [];
  if (!code.isPlaced) reasons.push("NOT_PLACED");
  else if (!items.some(({ isEligible }) => isEligible)) reasons.push("NO_ELIGIBLE_ITEM");
  if (code.valueKind === "amount" && toMinor(decimalOf(code.valueAmount), digits) === undefined) reasons.push("CURRENCY_NOT_SUPPORTED");
  return reasons;
}

/** Divides the discount among the eligible items in proportion to their prices. For a percentage, rounds the total discount half up. */
function amountsOff({ valueKind, valuePercent, valueAmount }: CodeState, { items, digits }: Cart): bigint[] {
  const prices = items.map(({ subtotal, isEligible }) => (isEligible ? subtotal : 0n));
  const sum = prices.reduce((total, price) => total + price, 0n);
  if (valueKind === "percent") {
    const { units, scale } = decimalOf(valuePercent);
    const whole = 100n * 10n ** BigInt(scale);
    return share((2n * sum * units + whole) / (2n * whole), prices);
  }
  const amount = toMinor(decimalOf(valueAmount), digits) ?? 0n;
  return share(amount < sum ? amount : sum, prices);
}
