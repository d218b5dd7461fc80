import type { Violations } from "@offergraph/shared/errors/user-error";
import type { IncentiveStatus, UpdateIncentiveInput } from "../generated/types.js";
import { audiences, incentiveStatuses, limitPeriods, tiers } from "./ordinals.js";

type ClearableFields =
  | ("description" | "audience" | "tier" | "icon" | "iconColor" | "limitCount" | "limitPeriod" | "minTrustScore")
  | "requiresVerifiedCustomer";
export type IncentiveFields = { name: string; status: IncentiveStatus; formId: string | null } & {
  [Field in ClearableFields]: NonNullable<UpdateIncentiveInput[Field]> | null;
};

export type Path = readonly (string | number)[];

export const newIncentive = {
  description: null,
  formId: null,
  audience: null,
  tier: null,
  status: "DRAFT",
  icon: null,
  iconColor: null,
  limitCount: null,
  limitPeriod: null,
  minTrustScore: null,
  requiresVerifiedCustomer: null,
} satisfies Omit<IncentiveFields, "name">;

const keys = ["name", ...(Object.keys(newIncentive) as (keyof typeof newIncentive)[]).filter((key) => key !== "formId")] as const;
const needed: readonly string[] = ["name", "status"];

type Given = Partial<Pick<UpdateIncentiveInput, (typeof keys)[number]>>;

/**
 * Validates the fields of an input and returns them. Null clears a field, except `name` and `status`. Does not check SDL constraints or
 * look up `formId`.
 */
export function readFields(given: Given, path: Path, violations: Violations): Partial<IncentiveFields> {
  for (const key of needed)
    if (given[key as keyof Given] === null)
      violations.add([...path, key], "REQUIRED", `${key} must not be null. Omit the field to keep the current value.`);
  checkLimit(given, path, violations);
  return Object.fromEntries(keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

function checkLimit({ limitCount, limitPeriod }: Given, path: Path, violations: Violations): void {
  const missing = (key: string) =>
    violations.add(
      [...path, key],
      "REQUIRED",
      "Set limitCount and limitPeriod together. To clear the limit, set limitCount and limitPeriod to null.",
    );
  if (limitCount === undefined && limitPeriod !== undefined) missing("limitCount");
  else if (limitPeriod === undefined && limitCount !== undefined) missing("limitPeriod");
  else if (limitCount === null && limitPeriod) missing("limitCount");
  else if (limitPeriod === null && typeof limitCount === "number") missing("limitPeriod");
}

/** Converts fields to database columns and enum values to ordinals. */
export function storedFields<Fields extends Partial<IncentiveFields>>(fields: Fields) {
  const { audience, tier, status, limitPeriod, ...plain } = fields;
  return {
    ...plain,
    ...(audience !== undefined && { audience: ordinalOf(audiences, audience) }),
    ...(tier !== undefined && { tier: ordinalOf(tiers, tier) }),
    ...(status !== undefined && { status: incentiveStatuses.indexOf(status) }),
    ...(limitPeriod !== undefined && { limitPeriod: ordinalOf(limitPeriods, limitPeriod) }),
  };
}

function ordinalOf<Value>(order: readonly Value[], value: Value | null): number | null {
  return value === null ? null : order.indexOf(value);
}
