import type { Violations } from "@offergraph/shared/errors/user-error";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { Decimal } from "decimal.js";
import type { DiscountCodeStatus, DiscountPublicTier, DiscountValueKind } from "../generated/types.js";

export interface Alias {
  id: string;
  code: string;
}

/** The fields of a discount code that clients write. Times are in UTC with milliseconds. Decimals are exact, without trailing zeros. */
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
  /** Tag names, sorted by code point, without duplicates. The workspace stores one color per tag name. */
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

export function withDefaults(patch: Patch): Patch {
  return { ...defaults(), ...patch };
}

/**
 * Adds the defaults of `save_discount_code`. The code is the only required field. By default, a new discount code is a draft with a value
 * of 0 percent, and the title is equal to the code.
 */
export function withSaveDefaults(patch: Patch): DiscountCodeFields {
  const valueKind = patch.valueKind ?? (patch.valueAmount != null && patch.valuePercent == null ? "amount" : "percent");
  const value = { valuePercent: valueKind === "percent" ? "0" : null, valueAmount: valueKind === "amount" ? "0" : null };
  return { ...withDefaults({ title: patch.code ?? "", ...value }), ...patch, valueKind } as DiscountCodeFields;
}

/**
 * Validates rules that involve several fields. `fields` has the code's values after the write. `patch` has only the fields that the client
 * sent.
 */
export function checkCrossFieldRules(fields: Patch, patch: Patch, path: Path, violations: Violations): void {
  const { valueKind, startAt, endsAt } = fields;
  const values = { percent: fields.valuePercent, amount: fields.valueAmount };
  if (valueKind) {
    const other = valueKind === "percent" ? "amount" : "percent";
    if (values[valueKind] === null)
      violations.add([...path, `value_${valueKind}`], "REQUIRED", `value_${valueKind} must be a number if value_kind is ${valueKind}.`);
    if (values[other] != null)
      violations.add([...path, `value_${other}`], "INVALID", `value_${other} must be null if value_kind is ${valueKind}.`);
  }
  if (startAt == null || endsAt == null || endsAt > startAt) return;
  const key = patch.endsAt === undefined && patch.startAt !== undefined ? "start_at" : "ends_at";
  violations.add([...path, key], "OUT_OF_RANGE", "ends_at must be after start_at.");
}

/** Returns the exact decimal text of a JSON number, without trailing zeros: 12.50 → "12.5". */
export function decimalText(value: number): string {
  return new Decimal(value).toFixed();
}

export function keepsScale(value: number): boolean {
  return new Decimal(value).decimalPlaces() <= valueScale;
}
