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

/** What clients write of an incentive, in the form in which it is read back. */
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

/** An incentive of which only the name is known. */
export const newIncentive: Omit<IncentiveFields, "name"> = {
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
};

const keys = [
  "name",
  "description",
  "audience",
  "tier",
  "status",
  "icon",
  "iconColor",
  "limitCount",
  "limitPeriod",
  "minTrustScore",
  "requiresVerifiedCustomer",
] as const;
const needed: readonly string[] = ["name", "status"];

type Given = Partial<Pick<UpdateIncentiveInput, (typeof keys)[number]>>;

/**
 * What an input sets: only the fields that it supplies, but for the form, which has to be looked up. Null clears a field, other than name
 * and status; limitCount and limitPeriod are supplied together or not at all. The schema's own bounds have been looked at before.
 */
export function readFields(given: Given, path: Path, violations: Violations): Partial<IncentiveFields> {
  for (const key of needed)
    if (given[key as keyof Given] === null)
      violations.add([...path, key], "REQUIRED", `${key} may not be null; leave it out to leave it as it is.`);
  checkLimit(given, path, violations);
  return Object.fromEntries(keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

/** Told at the one of both that is missing. */
function checkLimit({ limitCount, limitPeriod }: Given, path: Path, violations: Violations): void {
  const missing = (key: string) =>
    violations.add([...path, key], "REQUIRED", "limitCount and limitPeriod are set together; both null clear the limit.");
  if (limitCount === undefined && limitPeriod !== undefined) missing("limitCount");
  else if (limitPeriod === undefined && limitCount !== undefined) missing("limitPeriod");
  else if (limitCount === null && limitPeriod) missing("limitCount");
  else if (limitPeriod === null && typeof limitCount === "number") missing("limitPeriod");
}

/** These fields as the database stores them: enums are ranks. */
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
