import type { Violations } from "@offergraph/shared/errors/user-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import { isUuid } from "@offergraph/shared/schema/formats";
import { valueScale } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeBody, TagColor } from "../generated/types.js";
import { type Alias, decimalText, keepsScale, type Patch, type Path } from "./fields.js";
import { readAliases } from "./names.js";
import { tagColors } from "./ordinals.js";

/** Tag colors by name, sorted by code point. */
export type TagColors = ReadonlyMap<string, TagColor>;

/** `required` fields must be present in `create_discount_code`. `nullable` fields can be null. */
interface Rule {
  required: boolean;
  nullable: boolean;
}

const optional: Rule = { required: false, nullable: false };
const rules: Partial<Record<keyof DiscountCodeBody, Rule & { field: Exclude<keyof Patch, "aliasedCodes" | "tagNames"> }>> = {
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

/** `ownAliases` are the code's current aliases. If the body lists a current alias without an id, the alias keeps its current id. */
export interface Reading {
  creating: boolean;
  path: Path;
  ownAliases: readonly Alias[];
  violations: Violations;
}

/** Converts the fields of a body to their stored form. GraphQL constraints have already validated lengths, ranges and patterns. */
export function readBody(body: DiscountCodeBody, reading: Reading): { patch: Patch; tags: TagColors | undefined } {
  const patch: Record<string, unknown> = {};
  for (const [key, rule] of Object.entries(rules)) {
    const value = body[key as keyof DiscountCodeBody];
    if (isMissing(value, key, rule, reading)) continue;
    patch[rule.field] = value === null ? null : storedValue(value, [...reading.path, key], reading.violations);
  }
  if (!isMissing(body.aliased_codes, "aliased_codes", { required: true, nullable: false }, reading))
    patch.aliasedCodes = readAliases(body.aliased_codes, reading);
  if (isMissing(body.tags, "tags", optional, reading)) return { patch: patch as Patch, tags: undefined };
  const tags = readTags(body.tags, [...reading.path, "tags"], reading.violations);
  patch.tagNames = [...tags.keys()];
  return { patch: patch as Patch, tags };
}

/** Returns true for a missing field or a forbidden null. Adds a violation, except for a missing optional field. */
function isMissing(
  value: unknown,
  key: string,
  { required, nullable }: Rule,
  { creating, path, violations }: Pick<Reading, "creating" | "path" | "violations">,
): value is undefined | null {
  if (value === undefined) {
    if (creating && required) violations.add([...path, key], "REQUIRED", `${key} is required${nullable ? ", but can be null" : ""}.`);
    return true;
  }
  if (value !== null || nullable) return false;
  violations.add([...path, key], "REQUIRED", `${key} must not be null${creating && required ? "" : "; omit the field instead"}.`);
  return true;
}

function storedValue(value: unknown, path: Path, violations: Violations): unknown {
  const key = path.at(-1);
  if (key === "start_at" || key === "ends_at") return new Date(instantOf(value as string) as number).toISOString();
  if (key !== "value_percent" && key !== "value_amount") return value;
  const number = value as number;
  if (!keepsScale(number) && !violations.has(path))
    violations.add(path, "INVALID", `${key} must have at most ${valueScale} decimal places.`);
  return decimalText(number);
}

const maxTagLength = 180;

export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): TagColors {
  const tags = new Map<string, TagColor>();
  for (const [name, color] of Object.entries(given).sort(([one], [other]) => byCodePoint(one, other))) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name must have at least 1 character.");
    else if ([...name].length > maxTagLength) violations.add(at, "TOO_LONG", `A tag's name must have at most ${maxTagLength} characters.`);
    if (!tagColors.includes(color as TagColor)) violations.add(at, "INVALID", `A tag's color must be one of ${tagColors.join(", ")}.`);
    tags.set(name, color as TagColor);
  }
  return tags;
}

/** Compares texts by code point, like the database (C.UTF-8). JavaScript's default order differs for characters above U+FFFF. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** `path` is the input path for errors about the placement. */
export interface RequestedPlacement {
  connectionId: string;
  child: Record<string, unknown> | null;
  path: Path;
}

/**
 * Changes to a code's placements. `listed` replaces all placements. `added` applies only if the code has no placement on the same
 * connection.
 */
export interface PlacementPlan {
  listed: readonly RequestedPlacement[] | undefined;
  added: RequestedPlacement | undefined;
}

/**
 * Reads a body's `placements`, at most one per connection. Returns undefined if the body omits `placements`. Does not check that the
 * connections exist.
 */
export function readPlacements(
  { placements }: Pick<DiscountCodeBody, "placements">,
  { path, violations, ...reading }: Pick<Reading, "creating" | "path" | "violations">,
): RequestedPlacement[] | undefined {
  if (isMissing(placements, "placements", optional, { ...reading, path, violations })) return undefined;
  const read = new Map<string, RequestedPlacement>();
  placements.forEach(({ connectionId, child }, position) => {
    const at = [...path, "placements", position];
    if (child === null) violations.add([...at, "child"], "REQUIRED", "`child` must not be null; omit the field instead.");
    const idPath = [...at, "connectionId"];
    if (violations.has(idPath)) return;
    const id = connectionId.toLowerCase();
    if (!isUuid(id)) addUnknownConnection(idPath, violations);
    else if (read.has(id)) violations.add(idPath, "TAKEN", "The list contains this connection more than once.");
    else read.set(id, { connectionId: id, child: child ?? null, path: idPath });
  });
  return [...read.values()];
}

export function addUnknownConnection(path: Path, violations: Violations): void {
  violations.add(path, "NOT_FOUND", "There is no such connection in this workspace.");
}
