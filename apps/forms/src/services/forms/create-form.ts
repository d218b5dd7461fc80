import { formCreated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readSlugsLike } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import { lockForWorkspace } from "../../db/workspace-lock.js";
import { insertForm } from "../../db/write-form.js";
import { readBody } from "../../domain/body.js";
import type { Path } from "../../domain/fields.js";
import { freeSlug, slugOf } from "../../domain/slug.js";
import type { CreateFormBody } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";
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
