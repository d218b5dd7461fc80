import type { Violations } from "@offergraph/shared/errors/user-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import type { FormReasonSet, FormReasonSetInput, UpdateFormBody } from "../generated/types.js";
import type { FormFields, FormPatch, Path } from "./fields.js";

/** Maps each key of the request body to the form field that the key changes. `nullable` is true if the key accepts null. */
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

/** Converts a request body to the fields that the database stores. The server has already checked the bounds that the SDL declares. */
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

/** Checks that ends_at is after starts_at. The violation refers to a key that the request contains. */
export function checkTimes(fields: Pick<FormFields, "startsAt" | "endsAt">, patch: FormPatch, path: Path, violations: Violations): void {
  if (fields.startsAt === null || fields.endsAt === null || fields.endsAt > fields.startsAt) return;
  const key = patch.endsAt === undefined && patch.startsAt !== undefined ? "starts_at" : "ends_at";
  violations.add([...path, key], "OUT_OF_RANGE", "ends_at must be after starts_at.");
}

const tagColors = ["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"] as const;

const maxTagLength = 180;
const colors: ReadonlySet<unknown> = new Set(tagColors);

export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): Record<string, string> {
  const tags = Object.entries(given);
  for (const [name, color] of tags) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name must have at least 1 character.");
    else if ([...name].length > maxTagLength) violations.add(at, "TOO_LONG", `A tag's name must be at most ${maxTagLength} characters.`);
    // Rejects __proto__, because Prisma drops this key when it stores JSON.
    if (name === "__proto__") violations.add(at, "INVALID", "A tag must not have the name __proto__. Use another name.");
    if (!colors.has(color)) violations.add(at, "INVALID", `A tag's color must be one of ${tagColors.join(", ")}.`);
  }
  return Object.fromEntries(tags.map(([name, color]) => [name, String(color)]));
}

function readReasonSet({ question_id, question_key, reasons }: FormReasonSetInput, path: Path, violations: Violations): FormReasonSet {
  const keys = new Set<string>();
  reasons.forEach(({ key }, index) => {
    if (keys.has(key)) violations.add([...path, "reasons", index, "key"], "TAKEN", "The reason set already has a reason with this key.");
    keys.add(key);
  });
  return {
    questionId: question_id?.toLowerCase() ?? null,
    questionKey: question_key ?? null,
    reasons: reasons.map(({ key, what }) => ({ key, what })),
  };
}
