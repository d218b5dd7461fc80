import { formUpdated } from "@offergraph/shared/events/catalog/forms";
import { readForms } from "../data/forms.js";
import type { FormRow } from "../data/rows.js";
import { type FormChange, updateForm } from "../data/write-form.js";
import { eventDataOf } from "../events/publish.js";
import type { FormWrite } from "./write.js";

/** Changes a locked form in these fields, all of which differ from what they were, and tells of it; none of them changes nothing. */
export async function changeForm(write: FormWrite, form: FormRow, change: FormChange): Promise<FormRow> {
  const [first, ...rest] = Object.keys(change) as (keyof FormChange)[];
  if (!first) return form;
  await updateForm(write, form.rowId, change);
  const [changed] = await readForms(write.read, [form.rowId]);
  if (!changed) throw new Error("A form was locked and is not there.");
  write.emit(formUpdated, form.rowId, { ...eventDataOf(changed), changed: [first, ...rest, "updatedAt"] });
  return changed;
}
