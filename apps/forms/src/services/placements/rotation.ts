import { isDeepStrictEqual } from "node:util";
import { rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { readPublishedForms } from "../../db/forms.js";
import { readRotation, writeRotation } from "../../db/shares.js";
import type { Path } from "../../domain/fields.js";
import { formStatuses } from "../../domain/ranks.js";
import { checkRotation, checkSplit, inOrder, removalError, type Share, type WantedShare } from "../../domain/rotation.js";
import type { FormShareInput } from "../../generated/types.js";
import { findForms } from "../forms/find-form.js";
import type { FormWrite } from "../forms/write.js";

const published = formStatuses.indexOf("PUBLISHED");

/** Checks and returns the given rotation. `publishing`: the form that this mutation publishes. */
export async function readShares(
  write: FormWrite,
  given: readonly FormShareInput[],
  path: Path,
  publishing?: { rowId: string; formSlug: string },
): Promise<Share[]> {
  const wanted = await findShares(write, given, path);
  const all = await readPublishedForms(write.read, published);
  if (publishing) all.set(publishing.rowId, publishing.formSlug);
  checkRotation(wanted, all, path, write.violations);
  return wanted.flatMap(({ formId, main, share }) => (formId === undefined ? [] : [{ formId, main, share }]));
}

/** Checks shares as far as possible if the form to publish was not found. */
export async function checkSharesAlone(write: FormWrite, given: readonly FormShareInput[], path: Path): Promise<void> {
  checkSplit(await findShares(write, given, path), path, write.violations);
}

async function findShares(write: FormWrite, given: readonly FormShareInput[], path: Path): Promise<WantedShare[]> {
  const refs = given.map(({ formId }, index) => ({ ref: formId, path: [...path, index, "formId"] }));
  const forms = await findForms(write, refs);
  return given.map(({ main, share }, index) => ({ formId: forms[index]?.rowId, main, share }));
}

/** Writes the rotation and emits its event; no-op if unchanged. Returns it sorted. */
export async function changeRotation(write: FormWrite, wanted: readonly Share[]): Promise<Share[]> {
  const rotation = inOrder(wanted);
  if (isDeepStrictEqual(rotation, await readRotation(write.read))) return rotation;
  await writeRotation(write, rotation);
  write.emit(rotationChanged, write.workspaceId, { rotation });
  return rotation;
}

/** Adds a violation if the form cannot leave the rotation; returns the rotation without it. */
export async function rotationWithoutForm(write: FormWrite, formId: string, path: Path): Promise<Share[]> {
  const rotation = await readRotation(write.read);
  const reason = removalError(formId, rotation);
  if (reason) write.violations.add(path, "IN_USE", reason);
  return rotation.filter((share) => share.formId !== formId);
}
