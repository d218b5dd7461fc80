import type { DiscountCodeStatus, DiscountPublicTier, DiscountValueKind } from "../generated/types.js";

export interface Alias {
  id: string;
  code: string;
}

/** The fields of a discount code that clients write. Times: UTC with milliseconds. Decimals: exact, no trailing zeros. */
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
  /** Sorted by code point, without duplicates. Colors are stored per workspace. */
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

/** Adds the defaults of create_discount_code. */
export function withDefaults(patch: Patch): Patch {
  return { ...defaults(), ...patch };
}

/** Adds the defaults of save_discount_code, which requires only the code: a draft of 0 percent, with the code as title. */
export function withSaveDefaults(patch: Patch): DiscountCodeFields {
  const valueKind = patch.valueKind ?? (patch.valueAmount != null && patch.valuePercent == null ? "amount" : "percent");
  const value = { valuePercent: valueKind === "percent" ? "0" : null, valueAmount: valueKind === "amount" ? "0" : null };
  return { ...withDefaults({ title: patch.code ?? "", ...value }), ...patch, valueKind } as DiscountCodeFields;
}
