import type { Violations } from "@offergraph/shared/errors/user-error";
import type {
  IncentiveAudience,
  IncentiveLimitPeriod,
  IncentiveStatus,
  IncentiveTier,
  TagColor,
  UpdateIncentiveInput,
} from "../generated/types.js";
import { audiences, incentiveStatuses, limitPeriods, tiers } from "./ranks.js";

/** Fields of an incentive that clients write. */
export interface IncentiveFields {
  name: string;
  description: string | null;
  formId: string | null;
  audience: IncentiveAudience | null;
  tier: IncentiveTier | null;
  status: IncentiveStatus;
  icon: string | null;
  iconColor: TagColor | null;
  limitCount: number | null;
  limitPeriod: IncentiveLimitPeriod | null;
  minTrustScore: number | null;
  requiresVerifiedCustomer: boolean | null;
}

export type Path = readonly (string | number)[];

/** Defaults of a new incentive. */
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
 * Returns the supplied fields, except formId, which needs a lookup. Null clears a field, except name and status. limitCount and limitPeriod
 * must be supplied together. Bounds of the SDL are checked before.
 */
export function readFields(given: Given, path: Path, violations: Violations): Partial<IncentiveFields> {
  for (const key of needed)
    if (given[key as keyof Given] === null)
      violations.add([...path, key], "REQUIRED", `${key} must not be null. Omit it to keep the current value.`);
  checkLimit(given, path, violations);
  return Object.fromEntries(keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

function checkLimit({ limitCount, limitPeriod }: Given, path: Path, violations: Violations): void {
  const missing = (key: string) =>
    violations.add([...path, key], "REQUIRED", "Set limitCount and limitPeriod together. Set both to null to clear the limit.");
  if (limitCount === undefined && limitPeriod !== undefined) missing("limitCount");
  else if (limitPeriod === undefined && limitCount !== undefined) missing("limitPeriod");
  else if (limitCount === null && limitPeriod) missing("limitCount");
  else if (limitPeriod === null && typeof limitCount === "number") missing("limitPeriod");
}

/** Converts fields to columns: enums to ranks. */
export function storedFields<Fields extends Partial<IncentiveFields>>(fields: Fields) {
  const { audience, tier, status, limitPeriod, ...plain } = fields;
  return {
    ...plain,
    ...(audience !== undefined && { audience: rankOf(audiences, audience) }),
    ...(tier !== undefined && { tier: rankOf(tiers, tier) }),
    ...(status !== undefined && { status: incentiveStatuses.indexOf(status) }),
    ...(limitPeriod !== undefined && { limitPeriod: rankOf(limitPeriods, limitPeriod) }),
  };
}

function rankOf<Value>(order: readonly Value[], value: Value | null): number | null {
  return value === null ? null : order.indexOf(value);
}
