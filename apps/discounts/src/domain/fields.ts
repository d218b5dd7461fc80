import type { DiscountCodeStatus, DiscountPublicTier, DiscountValueKind } from "../generated/types.js";

export interface Alias {
  id: string;
  code: string;
}

/** What a client writes of a discount code, in the form in which it is read back. Times: UTC with milliseconds. Decimals: exact, no trailing zeros. */
export interface DiscountCodeFields {
  code: string;
  aliasedCodes: Alias[];
  title: string;
  displayName: string | null;
  valueKind: DiscountValueKind;
  valuePercent: string | null;
  valueAmount: string | null;
  usageLimit: number | null;
  startAt: string | null;
  endsAt: string | null;
  oneTimePurchase: boolean;
  status: DiscountCodeStatus;
  isPublic: boolean;
  publicTier: DiscountPublicTier | null;
  origin: string | null;
  /** By code point, each once. Their colours belong to the workspace's tags. */
  tagNames: string[];
}

export type Patch = Partial<DiscountCodeFields>;
export type Path = readonly (string | number)[];

const defaults = (): Patch => ({
  aliasedCodes: [],
  displayName: null,
  usageLimit: null,
  startAt: null,
  endsAt: null,
  oneTimePurchase: false,
  status: "DRAFT",
  isPublic: false,
  publicTier: null,
  origin: null,
  tagNames: [],
});

/** A new code out of what create_discount_code was given: it asks for all that has no natural default. */
export function completed(patch: Patch): Patch {
  return { ...defaults(), ...patch };
}

/**
 * A new code out of what save_discount_code was given, where nothing but the code is asked for:
 * a draft titled by its code, that takes off 0 percent until it is told what to take off.
 */
export function withSensibleDefaults(patch: Patch): DiscountCodeFields {
  const valueKind = patch.valueKind ?? (patch.valueAmount != null && patch.valuePercent == null ? "amount" : "percent");
  const value = { valuePercent: valueKind === "percent" ? "0" : null, valueAmount: valueKind === "amount" ? "0" : null };
  return { ...completed({ title: patch.code ?? "", ...value }), ...patch, valueKind } as DiscountCodeFields;
}
