import { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readForms } from "../../db/forms.js";
import type { FormRow, TriggerRow } from "../../db/rows.js";
import { readTriggersOf, replaceTriggers } from "../../db/triggers.js";
import { updateForm } from "../../db/write-form.js";
import { keptIds, type Trigger } from "../../domain/triggers.js";
import type { Tx } from "../../tx.js";
import { eventDataOf } from "./event-data.js";

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
