import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormReasonSet, FormReasonSetInput } from "../generated/types.js";
import type { Path } from "./fields.js";

/** Returns a reason set as stored. Adds a violation for each duplicate key. */
export function readReasonSet(
  { question_id, question_key, reasons }: FormReasonSetInput,
  path: Path,
  violations: Violations,
): FormReasonSet {
  const keys = new Set<string>();
  reasons.forEach(({ key }, index) => {
    if (keys.has(key)) violations.add([...path, "reasons", index, "key"], "TAKEN", "Duplicate key: another reason of the set has it.");
    keys.add(key);
  });
  return {
    questionId: question_id?.toLowerCase() ?? null,
    questionKey: question_key ?? null,
    reasons: reasons.map(({ key, what }) => ({ key, what })),
  };
}
