import { isDeepStrictEqual } from "node:util";
import { formPublished, type rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { updateForm } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import { readRotation } from "../../db/shares.js";
import { insertVariant, readNewestVariant } from "../../db/variants.js";
import { modelRules } from "../../domain/draft.js";
import type { Path } from "../../domain/fields.js";
import { formStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import { rotationWithout, type Share, sharesAdvice } from "../../domain/rotation.js";
import { transitionError } from "../../domain/status.js";
import type { FormShareInput } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";
import { changeRotation, readShares } from "../placements/rotation.js";
import { checkDraftToPublish } from "./check-draft.js";
import { eventDataOf } from "./event-data.js";
import { readWrittenForm } from "./find-form.js";

export type PublishingEvents = typeof formPublished | typeof rotationChanged;

/** Checks that a form can be published. Returns the rotation after the publication. */
export async function preparePublishing(
  tx: MutationTx,
  form: FormRow,
  shares: readonly FormShareInput[] | null | undefined,
  paths: { state: Path; shares: Path },
): Promise<readonly Share[]> {
  const { errors } = tx;
  const refusal = transitionError(valueOfOrdinal(formStatuses, form.status), "PUBLISHED");
  if (refusal) errors.add(paths.state, "INVALID_TRANSITION", refusal);
  else if (!form.draft) errors.add(paths.state, "INVALID_TRANSITION", "The form has no draft. Save a draft with save_form_draft.");
  else await checkDraftToPublish(tx, form, form.draft, paths.state);
  if (shares) return readShares(tx, shares, paths.shares, form);
  const current = await readRotation(tx.sql);
  const rotation = rotationWithout(form.rowId, current);
  if (rotation) return rotation;
  errors.add(paths.shares, "SHARES_REQUIRED", sharesAdvice(form.rowId, current));
  return [];
}

/** Publishes a checked form. Creates a new version if the draft differs from the newest version. */
export async function publish(
  tx: Tx<PublishingEvents>,
  form: FormRow,
  rotation: readonly Share[],
): Promise<{ form: FormRow; rotation: Share[] }> {
  const { rowId, draft } = form;
  if (!draft) throw new Error(`Invariant violated: form ${rowId} has no draft to publish.`);
  const newest = await readNewestVariant(tx.sql, rowId);
  const variant =
    newest && isDeepStrictEqual(newest.model, draft)
      ? newest
      : { rowId: newId(), formId: rowId, version: (newest?.version ?? 0) + 1, model: draft, rules: modelRules };
  if (variant !== newest) await insertVariant(tx, variant);
  if (form.publishedVariantId === variant.rowId) return { form, rotation: await changeRotation(tx, rotation) };
  const publishedAt = tx.now.toISOString();
  await updateForm(tx, rowId, { status: "PUBLISHED", publishedVariantId: variant.rowId, publishedAt });
  const shown = await readWrittenForm(tx, rowId);
  tx.emit(formPublished, rowId, { ...eventDataOf(shown), publishedVariantId: variant.rowId, publishedAt, version: variant.version });
  return { form: shown, rotation: await changeRotation(tx, rotation) };
}
