import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { lockForm, type NamedForm, readFormsMeant } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { addUnknownForm, formMeant } from "../../domain/refs.js";
import type { FormWrite } from "./write.js";

/** Resolves form references in order. Adds a violation and returns undefined for one that is unknown or ambiguous. */
export async function findForms(write: FormWrite, refs: readonly { ref: Ref; path: Path }[]): Promise<(NamedForm | undefined)[]> {
  // PostgreSQL may reject a text that failed validation (e.g. NUL).
  const known = refs.map(({ ref, path }) => ({ ref: write.violations.has(path) ? undefined : readRef(ref), path }));
  const forms = await readFormsMeant(
    write.read,
    known.flatMap(({ ref }) => ref ?? []),
  );
  return known.map(({ ref, path }) => {
    if (!ref) return undefined;
    const found = formMeant(ref, forms);
    if (typeof found !== "string") return found;
    addUnknownForm(found, path, write.violations);
    return undefined;
  });
}

/** Resolves and locks a form; undefined, with a violation, if it does not exist. */
export async function findFormToChange(write: FormWrite, ref: Ref, path: Path): Promise<FormRow | undefined> {
  const [found] = await findForms(write, [{ ref, path }]);
  if (!found) return undefined;
  const form = await lockForm(write.read, found.rowId);
  if (!form) addUnknownForm("NOT_FOUND", path, write.violations);
  return form;
}
