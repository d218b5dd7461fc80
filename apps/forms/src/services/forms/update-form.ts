import { isDeepStrictEqual } from "node:util";
import { readPlacementsOf } from "../../db/placements.js";
import type { FormRow } from "../../db/rows.js";
import { checkTimes, readBody } from "../../domain/body.js";
import { channelOfPlacement } from "../../domain/channels.js";
import type { FormFields, FormPatch, Path } from "../../domain/fields.js";
import type { Share } from "../../domain/rotation.js";
import { transitionError } from "../../domain/status.js";
import { checkSurfacesInUse } from "../../domain/surfaces.js";
import type { UpdateFormBody } from "../../generated/types.js";
import { changeRotation, rotationWithoutForm } from "../placements/rotation.js";
import { changeForm } from "./change-form.js";
import { fieldsOf } from "./event-data.js";
import { preparePublishing, publish } from "./publish.js";
import type { FormWrite } from "./write.js";

/** Updates a locked form. Ends the mutation with userErrors if there are violations. Without a form, checks only the body. */
export async function updateFormFields(
  write: FormWrite,
  form: FormRow | undefined,
  body: UpdateFormBody,
  path: Path,
): Promise<FormRow | undefined> {
  const patch = readBody(body, path, write.violations);
  const before = form && fieldsOf(form);
  checkTimes({ startsAt: null, endsAt: null, ...before, ...patch }, patch, path, write.violations);
  if (!form || !before) return undefined;
  if (patch.surfaces) {
    const placements = (await readPlacementsOf(write.read, [form.rowId])).get(form.rowId) ?? [];
    checkSurfacesInUse(patch.surfaces, placements.map(channelOfPlacement), [...path, "surfaces"], write.violations);
  }
  const { status, ...others } = patch;
  const rotation = status && (await prepareMove(write, form, before, status, [...path, "status"]));
  write.check();
  const isPublished = status === "PUBLISHED";
  const changes = changedFields(before, isPublished ? others : patch);
  const hidden = before.status === "PUBLISHED" && changes.includes("status") ? { publishedVariantId: null, publishedAt: null } : {};
  const fields: FormPatch = Object.fromEntries(changes.map((field) => [field, patch[field]]));
  const changed = await changeForm(write, form, { ...fields, ...hidden });
  if (rotation && isPublished) return (await publish(write, changed, rotation)).form;
  if (rotation) await changeRotation(write, rotation);
  return changed;
}

/** Checks a status transition; returns the resulting rotation if it may change. */
async function prepareMove(
  write: FormWrite,
  form: FormRow,
  { status: from }: FormFields,
  to: FormFields["status"],
  path: Path,
): Promise<readonly Share[] | undefined> {
  if (to === "PUBLISHED") return preparePublishing(write, form, undefined, { state: path, shares: path });
  const refusal = transitionError(from, to);
  if (refusal) write.violations.add(path, "INVALID_TRANSITION", refusal);
  return from === "PUBLISHED" && !refusal ? rotationWithoutForm(write, form.rowId, path) : undefined;
}

/** Fields of a patch that differ from the current values. */
function changedFields(before: FormFields, patch: FormPatch): (keyof FormFields)[] {
  const keys = Object.keys(patch) as (keyof FormFields)[];
  return keys.filter((key) => !isDeepStrictEqual(patch[key], before[key]));
}
