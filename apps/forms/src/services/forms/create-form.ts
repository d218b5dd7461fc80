import { formCreated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readForms, readSlugsLike } from "../../db/forms.js";
import { queueFor } from "../../db/queue.js";
import type { FormRow } from "../../db/rows.js";
import { insertForm } from "../../db/write-form.js";
import { readBody } from "../../domain/body.js";
import type { Path } from "../../domain/fields.js";
import { freeSlug, slugOf } from "../../domain/slug.js";
import type { CreateFormBody } from "../../generated/types.js";
import { eventDataOf } from "./event-data.js";
import type { FormWrite } from "./write.js";

/** Creates a draft form and emits its event. Ends the mutation with userErrors if there are violations. */
export async function createForm(write: FormWrite, body: CreateFormBody, path: Path): Promise<FormRow> {
  const { surfaces = [], priority = 0 } = readBody(body, path, write.violations);
  write.check();
  await queueFor(write, "slugs");
  const slug = slugOf(body.title);
  const rowId = newId();
  await insertForm(write, {
    rowId,
    formSlug: freeSlug(slug, await readSlugsLike(write.read, slug)),
    title: body.title,
    surfaces,
    priority,
  });
  const [form] = await readForms(write.read, [rowId]);
  if (!form) throw new Error(`Invariant violated: form ${rowId} not found after insert.`);
  write.emit(formCreated, rowId, eventDataOf(form));
  return form;
}
