import type { Violations } from "@offergraph/shared/errors/user-error";
import type { ReadRef } from "@offergraph/shared/schema/ref";
import type { Path } from "./fields.js";

export function formMeant<Form extends { rowId: string; formSlug: string; title: string | null }>(
  ref: ReadRef,
  forms: readonly Form[],
): Form | "NOT_FOUND" | "AMBIGUOUS_REF" {
  if (ref.name === undefined) return forms.find(({ rowId }) => rowId === ref.id) ?? "NOT_FOUND";
  const bySlug = forms.find(({ formSlug }) => formSlug === ref.name);
  if (bySlug) return bySlug;
  const [form, another] = forms.filter(({ title }) => title === ref.name);
  if (another) return "AMBIGUOUS_REF";
  return form ?? "NOT_FOUND";
}

export const unknownFormMessages = {
  NOT_FOUND: "This workspace has no form with this id, slug or title.",
  AMBIGUOUS_REF: "Several forms in this workspace have this title. Use the id or slug of the form.",
};

export function addUnknownForm(fault: keyof typeof unknownFormMessages, path: Path, violations: Violations): void {
  violations.add(path, fault, unknownFormMessages[fault]);
}
