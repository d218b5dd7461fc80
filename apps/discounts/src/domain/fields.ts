import type { Violations } from "@offergraph/shared/errors/user-error";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { Decimal } from "decimal.js";
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

export function withDefaults(patch: Patch): Patch {
  return { ...defaults(), ...patch };
}

/** Adds the defaults of save_discount_code, which requires only the code: a draft of 0 percent, with the code as title. */
export function withSaveDefaults(patch: Patch): DiscountCodeFields {
  const valueKind = patch.valueKind ?? (patch.valueAmount != null && patch.valuePercent == null ? "amount" : "percent");
  const value = { valuePercent: valueKind === "percent" ? "0" : null, valueAmount: valueKind === "amount" ? "0" : null };
  return { ...withDefaults({ title: patch.code ?? "", ...value }), ...patch, valueKind } as DiscountCodeFields;
}

const inputKey = { valuePercent: "value_percent", valueAmount: "value_amount" } as const;

/**
 * Validates rules across fields. `fields`: the resulting discount code; missing fields are validated elsewhere.
 * `patch`: the supplied fields, so that a violation names one of them.
 */
export function checkCrossFieldRules(fields: Patch, patch: Patch, path: Path, violations: Violations): void {
  checkValue(fields, path, violations);
  if (fields.startAt == null || fields.endsAt == null || fields.endsAt > fields.startAt) return;
  const key = patch.endsAt === undefined && patch.startAt !== undefined ? "start_at" : "ends_at";
  violations.add([...path, key], "OUT_OF_RANGE", "ends_at must be after start_at.");
}

function checkValue(fields: Patch, path: Path, violations: Violations): void {
  if (fields.valueKind === undefined) return;
  const [wanted, unwanted] =
    fields.valueKind === "percent" ? (["valuePercent", "valueAmount"] as const) : (["valueAmount", "valuePercent"] as const);
  if (fields[wanted] === null)
    violations.add([...path, inputKey[wanted]], "REQUIRED", `${inputKey[wanted]} must be a number if value_kind is ${fields.valueKind}.`);
  if (fields[unwanted] != null)
    violations.add([...path, inputKey[unwanted]], "INVALID", `${inputKey[unwanted]} must be null if value_kind is ${fields.valueKind}.`);
}

/** Returns the exact decimal text of a JSON number, without trailing zeros: 12.50 → "12.5". */
export function decimalText(value: number): string {
  return new Decimal(value).toFixed();
}

export function keepsScale(value: number): boolean {
  return new Decimal(value).decimalPlaces() <= valueScale;
}
