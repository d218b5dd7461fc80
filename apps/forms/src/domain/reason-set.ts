import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormReasonSet, FormReasonSetInput } from "../generated/types.js";
import type { Path } from "./fields.js";

/** The reasons that answers are sorted into, as they are kept. Two reasons of one key are a violation: an answer could not say which it is. */
export function readReasonSet(
  { question_id, question_key, reasons }: FormReasonSetInput,
  path: Path,
  violations: Violations,
): FormReasonSet {
  const keys = new Set<string>();
  reasons.forEach(({ key }, index) => {
    if (keys.has(key)) violations.add([...path, "reasons", index, "key"], "TAKEN", "Another reason of the set has this key.");
    keys.add(key);
  });
  return {
    questionId: question_id?.toLowerCase() ?? null,
    questionKey: question_key ?? null,
    reasons: reasons.map(({ key, what }) => ({ key, what })),
  };
}
