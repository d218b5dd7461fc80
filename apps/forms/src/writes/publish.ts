import { isDeepStrictEqual } from "node:util";
import { formPublished } from "@offergraph/shared/events/catalog/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readForms } from "../data/forms.js";
import type { FormRow } from "../data/rows.js";
import { readRotation } from "../data/shares.js";
import { insertVariant, readNewestVariant } from "../data/variants.js";
import { updateForm } from "../data/write-form.js";
import { modelRules } from "../domain/draft.js";
import type { Path } from "../domain/fields.js";
import { formStatuses, valueOfRank } from "../domain/ranks.js";
import { rotationWithout, type Share } from "../domain/rotation.js";
import { whyNotMove } from "../domain/status.js";
import { eventDataOf } from "../events/publish.js";
import type { FormShareInput } from "../generated/types.js";
import { checkDraftToPublish } from "./draft-to-publish.js";
import { changeRotation, readShares } from "./rotation.js";
import type { FormWrite } from "./write.js";

/** Where a caller is told what stands in the way of publishing. */
interface Paths {
  state: Path;
  shares: Path;
}

/** Looks at whether a form can be published, and gives the rotation that there will be; adds every violation. */
export async function preparePublishing(
  write: FormWrite,
  form: FormRow,
  shares: readonly FormShareInput[] | null | undefined,
  paths: Paths,
): Promise<readonly Share[]> {
  const { violations } = write;
  const refusal = whyNotMove(valueOfRank(formStatuses, form.status), "PUBLISHED");
  if (refusal) violations.add(paths.state, "INVALID_TRANSITION", refusal);
  else if (!form.draft) violations.add(paths.state, "INVALID_TRANSITION", "The form has no draft to publish: save_form_draft keeps one.");
  else await checkDraftToPublish(write, form, form.draft, paths.state);
  if (shares) return readShares(write, shares, paths.shares, form);
  const rotation = rotationWithout(form.rowId, await readRotation(write.read));
  if (rotation) return rotation;
  violations.add(
    paths.shares,
    "SHARES_REQUIRED",
    "Other forms are published already: publish_form's shares say how all of them are to be split.",
  );
  return [];
}

/**
 * Shows a form that has been looked at: its draft becomes a version, unless the newest version is the same already.
 * Nothing is written or told when that version is shown, and the rotation is so, already.
 */
export async function publish(write: FormWrite, form: FormRow, rotation: readonly Share[]): Promise<{ form: FormRow; rotation: Share[] }> {
  const { rowId, draft } = form;
  if (!draft) throw new Error("A form without a draft was to be published.");
  const newest = await readNewestVariant(write.read, rowId);
  const variant =
    newest && isDeepStrictEqual(newest.model, draft)
      ? newest
      : { rowId: newId(), formId: rowId, version: (newest?.version ?? 0) + 1, model: draft, rules: modelRules };
  if (variant !== newest) await insertVariant(write, variant);
  if (form.publishedVariantId === variant.rowId) return { form, rotation: await changeRotation(write, rotation) };
  const publishedAt = write.now.toISOString();
  await updateForm(write, rowId, { status: "PUBLISHED", publishedVariantId: variant.rowId, publishedAt });
  const [shown] = await readForms(write.read, [rowId]);
  if (!shown) throw new Error("A form was locked and is not there.");
  const { version } = variant;
  write.emit(formPublished, rowId, { ...eventDataOf(shown), publishedVariantId: variant.rowId, publishedAt, version });
  return { form: shown, rotation: await changeRotation(write, rotation) };
}
