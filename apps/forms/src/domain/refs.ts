import type { Violations } from "@offergraph/shared/errors/user-error";
import type { ReadRef } from "@offergraph/shared/schema/ref";
import type { Path } from "./fields.js";

interface Named {
  rowId: string;
  formSlug: string;
  title: string | null;
}

/** Resolves a form reference among candidates: by id, else by slug, else by title. */
export function formMeant<Form extends Named>(ref: ReadRef, forms: readonly Form[]): Form | "NOT_FOUND" | "AMBIGUOUS_REF" {
  if (ref.name === undefined) return forms.find(({ rowId }) => rowId === ref.id) ?? "NOT_FOUND";
  const bySlug = forms.find(({ formSlug }) => formSlug === ref.name);
  if (bySlug) return bySlug;
  const [form, another] = forms.filter(({ title }) => title === ref.name);
  if (another) return "AMBIGUOUS_REF";
  return form ?? "NOT_FOUND";
}

export function addUnknownForm(fault: "NOT_FOUND" | "AMBIGUOUS_REF", path: Path, violations: Violations): void {
  const message =
    fault === "NOT_FOUND" ? "No such form in this workspace." : "Several forms of the workspace have this title; use the id or the slug.";
  violations.add(path, fault, message);
}
