import { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { readForms } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import { type FormChange, updateForm } from "../../db/write-form.js";
import type { Tx } from "../../tx.js";
import { eventDataOf } from "./event-data.js";

/** Updates a locked form and emits its event; no-op without fields. Every given field must differ from its current value. */
export async function changeForm(tx: Tx<typeof formUpdated>, form: FormRow, change: FormChange): Promise<FormRow> {
  const [first, ...rest] = Object.keys(change) as (keyof FormChange)[];
  if (!first) return form;
  await updateForm(tx, form.rowId, change);
  const [changed] = await readForms(tx.sql, [form.rowId]);
  if (!changed) throw new Error(`Invariant violated: form ${form.rowId} not found after update.`);
  tx.emit(formUpdated, form.rowId, { ...eventDataOf(changed), changed: [first, ...rest, "updatedAt"] });
  return changed;
}
