import { formCreated, formUpdated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { type FormChange, insertForm, lockForWorkspace, readSlugsLike, updateForm } from "../../db/forms.js";
import type { FormRow, TriggerRow } from "../../db/rows.js";
import { readTriggersOf, replaceTriggers } from "../../db/triggers.js";
import { readBody } from "../../domain/body.js";
import type { Path } from "../../domain/fields.js";
import { freeSlug, slugOf } from "../../domain/slug.js";
import { keptIds, type Trigger } from "../../domain/triggers.js";
import type { CreateFormBody } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";
import { eventDataOf } from "./event-data.js";
import { readWrittenForm } from "./find-form.js";

/** Creates a draft form and emits its event, or ends the mutation with userErrors. */
export async function createForm(tx: MutationTx<typeof formCreated>, body: CreateFormBody, path: Path): Promise<FormRow> {
  const { surfaces = [], priority = 0 } = readBody(body, path, tx.errors);
  tx.check();
  await lockForWorkspace(tx, "slugs");
  const { title } = body;
  const slug = slugOf(title);
  const rowId = newId();
  await insertForm(tx, { rowId, formSlug: freeSlug(slug, await readSlugsLike(tx.sql, slug)), title, surfaces, priority });
  const form = await readWrittenForm(tx, rowId);
  tx.emit(formCreated, rowId, eventDataOf(form));
  return form;
}

/**
 * Updates a locked form and emits its event. Does nothing if `change` is empty. Each value in `change` must differ from the current value.
 */
export async function changeForm(tx: Tx<typeof formUpdated>, form: FormRow, change: FormChange): Promise<FormRow> {
  const fields = Object.keys(change) as (keyof FormChange)[];
  return fields.length === 0 ? form : updateAndEmit(tx, form.rowId, change, fields);
}

type Field = keyof FormChange | "triggers";

async function updateAndEmit(tx: Tx<typeof formUpdated>, rowId: string, change: FormChange, fields: Field[]): Promise<FormRow> {
  await updateForm(tx, rowId, change);
  const form = await readWrittenForm(tx, rowId);
  tx.emit(formUpdated, rowId, { ...eventDataOf(form), changed: [...fields, "updatedAt"] });
  return form;
}

/** Replaces a locked form's triggers and emits an event. Does nothing if the triggers are equal. Unchanged triggers keep their ids. */
export async function changeTriggers(tx: Tx<typeof formUpdated>, form: FormRow, wanted: readonly Trigger[]): Promise<TriggerRow[]> {
  const { rowId: formId } = form;
  const existing = (await readTriggersOf(tx.sql, [formId])).get(formId) ?? [];
  const kept = keptIds(existing, wanted);
  const triggers = wanted.map((trigger, position) => ({ ...trigger, rowId: kept[position] ?? newId(), formId }));
  if (existing.length === wanted.length && existing.every(({ rowId }, position) => kept[position] === rowId)) return existing;
  await replaceTriggers(tx, formId, triggers);
  await updateAndEmit(tx, formId, {}, ["triggers"]);
  return triggers;
}
