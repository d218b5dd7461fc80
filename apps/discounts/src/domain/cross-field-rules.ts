import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Patch, Path } from "./fields.js";

const inputKey = { valuePercent: "value_percent", valueAmount: "value_amount" } as const;

/**
 * Validates rules across fields (decisions.md 3). `fields`: the resulting discount code; missing fields are validated elsewhere.
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
