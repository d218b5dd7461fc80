import type { Violations } from "@offergraph/shared/errors/user-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import { valueScale } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeBody } from "../generated/types.js";
import { type OwnAlias, readAliases } from "./aliases.js";
import { decimalText, keepsScale } from "./decimals.js";
import type { Patch, Path } from "./fields.js";
import { readTags, type TagColors } from "./tags.js";

interface Rule {
  field: Exclude<keyof Patch, "aliasedCodes" | "tagNames">;
  /** Required by create_discount_code (api.md 4.2). */
  required: boolean;
  /** Allows null (api.md 2.2). */
  nullable: boolean;
}

const rules: Partial<Record<keyof DiscountCodeBody, Rule>> = {
  code: { field: "code", required: true, nullable: false },
  title: { field: "title", required: true, nullable: false },
  display_name: { field: "displayName", required: false, nullable: true },
  value_kind: { field: "valueKind", required: true, nullable: false },
  value_percent: { field: "valuePercent", required: true, nullable: true },
  value_amount: { field: "valueAmount", required: true, nullable: true },
  usage_limit: { field: "usageLimit", required: true, nullable: true },
  start_at: { field: "startAt", required: true, nullable: true },
  ends_at: { field: "endsAt", required: true, nullable: true },
  one_time_purchase: { field: "oneTimePurchase", required: false, nullable: false },
  status: { field: "status", required: true, nullable: false },
  is_public: { field: "isPublic", required: false, nullable: false },
  public_tier: { field: "publicTier", required: false, nullable: false },
  origin: { field: "origin", required: false, nullable: false },
};

/** Context for reading a body. `ownAliases`: current aliases; one that is given again without an id keeps its id. */
export interface Reading {
  creating: boolean;
  path: Path;
  ownAliases: readonly OwnAlias[];
  violations: Violations;
}

/**
 * Returns the fields that a body sets, in stored form. Adds a violation for each field that is missing on create, null although
 * api.md 2.2 does not allow it, or has too many decimals. Lengths, ranges and patterns are validated earlier, by the schema's constraints.
 */
export function readBody(body: DiscountCodeBody, reading: Reading): { patch: Patch; tags: TagColors | undefined } {
  const patch: Record<string, unknown> = {};
  for (const [key, rule] of Object.entries(rules)) {
    const value = body[key as keyof DiscountCodeBody];
    if (isMissing(value, key, rule, reading)) continue;
    patch[rule.field] = value === null ? null : kept(value, [...reading.path, key], reading.violations);
  }
  const always = { required: true, nullable: false };
  if (!isMissing(body.aliased_codes, "aliased_codes", always, reading) && body.aliased_codes)
    patch.aliasedCodes = readAliases(body.aliased_codes, reading);
  let tags: TagColors | undefined;
  if (!isMissing(body.tags, "tags", { required: false, nullable: false }, reading) && body.tags) {
    tags = readTags(body.tags, [...reading.path, "tags"], reading.violations);
    patch.tagNames = [...tags.keys()];
  }
  return { patch: patch as Patch, tags };
}

/** Returns true if a field is missing, or null without being nullable. Adds a violation if that is not allowed. */
export function isMissing(
  value: unknown,
  key: string,
  { required, nullable }: { required: boolean; nullable: boolean },
  { creating, path, violations }: Pick<Reading, "creating" | "path" | "violations">,
): value is undefined | null {
  if (value === undefined) {
    if (creating && required) violations.add([...path, key], "REQUIRED", `${key} is required${nullable ? "; null is allowed" : ""}.`);
    return true;
  }
  if (value !== null || nullable) return false;
  violations.add([...path, key], "REQUIRED", `${key} must not be null${creating && required ? "" : "; omit it to keep its value"}.`);
  return true;
}

function kept(value: unknown, path: Path, violations: Violations): unknown {
  const key = path.at(-1);
  if (key === "start_at" || key === "ends_at") return new Date(instantOf(value as string) as number).toISOString();
  if (key !== "value_percent" && key !== "value_amount") return value;
  const number = value as number;
  if (!keepsScale(number) && !violations.has(path)) violations.add(path, "INVALID", `${key} must have at most ${valueScale} decimals.`);
  return decimalText(number);
}
