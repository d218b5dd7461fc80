import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { lockForm, type NamedForm, readForms, readFormsMeant } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { addUnknownForm, formMeant } from "../../domain/refs.js";
import type { MutationTx, Tx } from "../../tx.js";

/** Resolves form references in order. Returns undefined and adds a violation for an unknown or ambiguous reference. */
export async function findForms(tx: MutationTx, refs: readonly { ref: Ref; path: Path }[]): Promise<(NamedForm | undefined)[]> {
  // Skips references with a violation, because PostgreSQL rejects texts with a NUL character.
  const known = refs.map(({ ref, path }) => ({ ref: tx.errors.has(path) ? undefined : readRef(ref), path }));
  const forms = await readFormsMeant(
    tx.sql,
    known.flatMap(({ ref }) => ref ?? []),
  );
  return known.map(({ ref, path }) => {
    if (!ref) return undefined;
    const found = formMeant(ref, forms);
    if (typeof found !== "string") return found;
    addUnknownForm(found, path, tx.errors);
    return undefined;
  });
}

export async function readWrittenForm({ sql }: Pick<Tx, "sql">, rowId: string): Promise<FormRow> {
  const [form] = await readForms(sql, [rowId]);
  if (!form) throw new Error(`Invariant violated: form ${rowId} not found after the write.`);
  return form;
}

/** Resolves and locks a form. Returns undefined and adds a violation if the form does not exist. */
export async function findFormToChange(tx: MutationTx, ref: Ref, path: Path): Promise<FormRow | undefined> {
  const [found] = await findForms(tx, [{ ref, path }]);
  if (!found) return undefined;
  const form = await lockForm(tx.sql, found.rowId);
  if (!form) addUnknownForm("NOT_FOUND", path, tx.errors);
  return form;
}
