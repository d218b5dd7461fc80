import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Patch, Path } from "./fields.js";

const inputKey = { valuePercent: "value_percent", valueAmount: "value_amount" } as const;

/**
 * The rules across fields (decisions.md 3), on a code as it will be: `fields` may lack what was not given and is looked at elsewhere.
 * `patch`: what this write supplies, to point at a field that the writer knows of.
 */
export function checkTogether(fields: Patch, patch: Patch, path: Path, violations: Violations): void {
  checkValue(fields, path, violations);
  if (fields.startAt == null || fields.endsAt == null || fields.endsAt > fields.startAt) return;
  const key = patch.endsAt === undefined && patch.startAt !== undefined ? "start_at" : "ends_at";
  violations.add([...path, key], "OUT_OF_RANGE", "ends_at has to be after start_at.");
}

/** Either a percentage or an amount, as the kind says. */
function checkValue(fields: Patch, path: Path, violations: Violations): void {
  if (fields.valueKind === undefined) return;
  const [wanted, unwanted] =
    fields.valueKind === "percent" ? (["valuePercent", "valueAmount"] as const) : (["valueAmount", "valuePercent"] as const);
  if (fields[wanted] === null)
    violations.add([...path, inputKey[wanted]], "REQUIRED", `${inputKey[wanted]} has to be a number for the kind ${fields.valueKind}.`);
  if (fields[unwanted] != null)
    violations.add([...path, inputKey[unwanted]], "INVALID", `${inputKey[unwanted]} has to be null for the kind ${fields.valueKind}.`);
}
