import { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readForms } from "../../db/forms.js";
import type { FormRow, TriggerRow } from "../../db/rows.js";
import { readTriggersOf, replaceTriggers } from "../../db/triggers.js";
import { type FormChange, updateForm } from "../../db/write-form.js";
import { keptIds, type Trigger } from "../../domain/triggers.js";
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

/** Replaces a locked form's triggers and emits its event; no-op if they are equal. Triggers that the form already has keep their ids. */
export async function changeTriggers(
  tx: Tx<typeof formUpdated>,
  { rowId: formId }: FormRow,
  wanted: readonly Trigger[],
): Promise<TriggerRow[]> {
  const existing = (await readTriggersOf(tx.sql, [formId])).get(formId) ?? [];
  const kept = keptIds(existing, wanted);
  const triggers = wanted.map((trigger, position) => ({ ...trigger, rowId: kept[position] ?? newId(), formId }));
  const isSame = existing.length === wanted.length && existing.every(({ rowId }, position) => kept[position] === rowId);
  if (isSame) return existing;
  await replaceTriggers(tx, formId, triggers);
  await updateForm(tx, formId, {});
  const [form] = await readForms(tx.sql, [formId]);
  if (!form) throw new Error(`Invariant violated: form ${formId} not found after update.`);
  tx.emit(formUpdated, formId, { ...eventDataOf(form), changed: ["triggers", "updatedAt"] });
  return triggers;
}
