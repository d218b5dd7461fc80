import { isDeepStrictEqual } from "node:util";
import type { formUpdated } from "@offergraph/shared/contracts/events/forms";
import { readPlacementsOf } from "../../db/placements.js";
import type { FormRow } from "../../db/rows.js";
import { checkTimes, readBody } from "../../domain/body.js";
import { channelOfPlacement, checkSurfacesInUse } from "../../domain/channels.js";
import type { FormFields, FormPatch, Path } from "../../domain/fields.js";
import { transitionError } from "../../domain/status.js";
import type { FormStatus, UpdateFormBody } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";
import { changeRotation, rotationWithoutForm } from "../placements/rotation.js";
import { changeForm } from "./change-form.js";
import { fieldsOf } from "./event-data.js";
import { type PublishingEvents, preparePublishing, publish } from "./publish.js";

/** Updates a locked form, or ends the mutation with userErrors. If `form` is undefined, only checks the body. */
export async function updateFormFields(
  tx: MutationTx<typeof formUpdated | PublishingEvents>,
  form: FormRow | undefined,
  body: UpdateFormBody,
  path: Path,
): Promise<FormRow | undefined> {
  const patch = readBody(body, path, tx.errors);
  const before = form && fieldsOf(form);
  checkTimes({ startsAt: null, endsAt: null, ...before, ...patch }, patch, path, tx.errors);
  if (!form || !before) return undefined;
  if (patch.surfaces) {
    const placements = (await readPlacementsOf(tx.sql, [form.rowId])).get(form.rowId) ?? [];
    checkSurfacesInUse(patch.surfaces, placements.map(channelOfPlacement), [...path, "surfaces"], tx.errors);
  }
  const { status, ...others } = patch;
  const rotation = status && (await prepareMove(tx, form, before.status, status, [...path, "status"]));
  tx.check();
  const isPublished = status === "PUBLISHED";
  const changes = changedFields(before, isPublished ? others : patch);
  const hidden = before.status === "PUBLISHED" && changes.includes("status") ? { publishedVariantId: null, publishedAt: null } : {};
  const fields: FormPatch = Object.fromEntries(changes.map((field) => [field, patch[field]]));
  const changed = await changeForm(tx, form, { ...fields, ...hidden });
  if (rotation && isPublished) return (await publish(tx, changed, rotation)).form;
  if (rotation) await changeRotation(tx, rotation);
  return changed;
}

/** Checks a status transition. Returns the new rotation if the status change can change the rotation. */
async function prepareMove(tx: MutationTx, form: FormRow, from: FormStatus, to: FormStatus, path: Path) {
  if (to === "PUBLISHED") return preparePublishing(tx, form, undefined, { state: path, shares: path });
  const refusal = transitionError(from, to);
  if (refusal) tx.errors.add(path, "INVALID_TRANSITION", refusal);
  return from === "PUBLISHED" && !refusal ? rotationWithoutForm(tx, form.rowId, path) : undefined;
}

function changedFields(before: FormFields, patch: FormPatch): (keyof FormFields)[] {
  const keys = Object.keys(patch) as (keyof FormFields)[];
  return keys.filter((key) => !isDeepStrictEqual(patch[key], before[key]));
}
