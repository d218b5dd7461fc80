import { isDeepStrictEqual } from "node:util";
import { rotationChanged } from "@offergraph/shared/events/catalog/forms";
import { readPublishedForms } from "../data/forms.js";
import { readRotation, writeRotation } from "../data/shares.js";
import type { Path } from "../domain/fields.js";
import { formStatuses } from "../domain/ranks.js";
import { checkRotation, inOrder, type Share, type WantedShare, whyNotLeave } from "../domain/rotation.js";
import type { FormShareInput } from "../generated/types.js";
import { findForms } from "./find-form.js";
import type { FormWrite } from "./write.js";

const published = formStatuses.indexOf("PUBLISHED");

/** The rotation that is given, once every rule for it has been looked at. `publishing`: a form that this write publishes. */
export async function readShares(
  write: FormWrite,
  given: readonly FormShareInput[],
  path: Path,
  publishing?: { rowId: string; formSlug: string },
): Promise<Share[]> {
  const refs = given.map(({ formId }, index) => ({ ref: formId, path: [...path, index, "formId"] }));
  const forms = await findForms(write, refs);
  const wanted = given.map(({ main, share }, index): WantedShare => ({ formId: forms[index]?.rowId, main, share }));
  const all = await readPublishedForms(write.read, published);
  if (publishing) all.set(publishing.rowId, publishing.formSlug);
  checkRotation(wanted, all, path, write.violations);
  return wanted.flatMap(({ formId, main, share }) => (formId === undefined ? [] : [{ formId, main, share }]));
}

/** Brings the rotation to what it is to be, and tells of it; the same as it is writes nothing. Returns it in its order. */
export async function changeRotation(write: FormWrite, wanted: readonly Share[]): Promise<Share[]> {
  const rotation = inOrder(wanted);
  if (isDeepStrictEqual(rotation, await readRotation(write.read))) return rotation;
  await writeRotation(write, rotation);
  write.emit(rotationChanged, write.workspaceId, { rotation });
  return rotation;
}

/** Adds a violation when the form may not leave the rotation; returns the rotation without it. */
export async function rotationWithoutForm(write: FormWrite, formId: string, path: Path): Promise<Share[]> {
  const rotation = await readRotation(write.read);
  const reason = whyNotLeave(formId, rotation);
  if (reason) write.violations.add(path, "IN_USE", reason);
  return rotation.filter((share) => share.formId !== formId);
}
