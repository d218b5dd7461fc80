import type { Violations } from "@offergraph/shared/errors/user-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import type { UpdateFormBody } from "../generated/types.js";
import type { FormFields, FormPatch, Path } from "./fields.js";
import { readReasonSet } from "./reason-set.js";
import { readTags } from "./tags.js";

/** The field that each key of a body sets, and whether the key accepts null. */
const rules: Record<keyof UpdateFormBody, { field: keyof FormFields; nullable: boolean }> = {
  title: { field: "title", nullable: true },
  surfaces: { field: "surfaces", nullable: false },
  priority: { field: "priority", nullable: false },
  status: { field: "status", nullable: false },
  view_type: { field: "viewType", nullable: false },
  returning_enabled: { field: "returningEnabled", nullable: false },
  starts_at: { field: "startsAt", nullable: true },
  ends_at: { field: "endsAt", nullable: true },
  enable_repeat: { field: "enableRepeat", nullable: false },
  enable_ends_at: { field: "enableEndsAt", nullable: false },
  tags: { field: "tags", nullable: false },
  reason_set: { field: "reasonSet", nullable: true },
};

/**
 * Returns the fields that a body supplies, as they are stored. Adds a violation for each key that is null but not nullable, and for
 * errors within tags and reason_set. Bounds declared in the SDL are checked earlier.
 */
export function readBody(body: UpdateFormBody, path: Path, violations: Violations): FormPatch {
  const patch: Record<string, unknown> = {};
  for (const [key, { field, nullable }] of Object.entries(rules)) {
    const value = body[key as keyof UpdateFormBody];
    if (value === undefined) continue;
    if (value === null && !nullable)
      violations.add([...path, key], "REQUIRED", `${key} must not be null; omit it to keep the current value.`);
    else patch[field] = value === null ? null : kept(key, value, path, violations);
  }
  return patch as FormPatch;
}

function kept(key: string, value: unknown, path: Path, violations: Violations): unknown {
  const at = [...path, key];
  if (key === "starts_at" || key === "ends_at") return new Date(instantOf(value as string) as number).toISOString();
  if (key === "tags") return readTags(value as Record<string, unknown>, at, violations);
  if (key === "reason_set") return readReasonSet(value as NonNullable<UpdateFormBody["reason_set"]>, at, violations);
  if (key === "surfaces") return [...new Set(value as string[])];
  return value;
}

/** Adds a violation if the form's ends_at would not be after its starts_at, at the key that the request supplies. */
export function checkTimes(fields: Pick<FormFields, "startsAt" | "endsAt">, patch: FormPatch, path: Path, violations: Violations): void {
  if (fields.startsAt === null || fields.endsAt === null || fields.endsAt > fields.startsAt) return;
  const key = patch.endsAt === undefined && patch.startsAt !== undefined ? "starts_at" : "ends_at";
  violations.add([...path, key], "OUT_OF_RANGE", "ends_at must be after starts_at.");
}
