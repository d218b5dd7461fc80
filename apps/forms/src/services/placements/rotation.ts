import { isDeepStrictEqual } from "node:util";
import { rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { readPublishedForms } from "../../db/forms.js";
import { readRotation, writeRotation } from "../../db/shares.js";
import type { Path } from "../../domain/fields.js";
import { checkRotation, checkSplit, inOrder, removalError, type Share, type WantedShare } from "../../domain/rotation.js";
import type { FormShareInput } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";
import { findForms } from "../forms/find-form.js";

/**
 * Finds the form of each share, and checks the shares against the list of published forms. If a mutation also publishes a form, pass the
 * form as `publishing`.
 */
export async function readShares(
  tx: MutationTx,
  given: readonly FormShareInput[],
  path: Path,
  publishing?: { rowId: string; formSlug: string },
): Promise<Share[]> {
  const wanted = await findShares(tx, given, path);
  const all = await readPublishedForms(tx.sql);
  if (publishing) all.set(publishing.rowId, publishing.formSlug);
  checkRotation(wanted, all, path, tx.errors);
  return wanted.flatMap(({ formId, main, share }) => (formId === undefined ? [] : [{ formId, main, share }]));
}

/** Checks the shares, but does not check if their forms are published. Used if a mutation does not find the form that it should publish. */
export async function checkSharesAlone(tx: MutationTx, given: readonly FormShareInput[], path: Path): Promise<void> {
  checkSplit(await findShares(tx, given, path), path, tx.errors);
}

async function findShares(tx: MutationTx, given: readonly FormShareInput[], path: Path): Promise<WantedShare[]> {
  const refs = given.map(({ formId }, index) => ({ ref: formId, path: [...path, index, "formId"] }));
  const forms = await findForms(tx, refs);
  return given.map(({ main, share }, index) => ({ formId: forms[index]?.rowId, main, share }));
}

/** Writes the rotation and emits the event if the rotation changed. Returns the sorted rotation. */
export async function changeRotation(tx: Tx<typeof rotationChanged>, wanted: readonly Share[]): Promise<Share[]> {
  const rotation = inOrder(wanted);
  if (isDeepStrictEqual(rotation, await readRotation(tx.sql))) return rotation;
  await writeRotation(tx, rotation);
  tx.emit(rotationChanged, tx.workspaceId, { rotation });
  return rotation;
}

/** Returns the rotation without the form. Adds a violation if the form cannot leave the rotation. */
export async function rotationWithoutForm(tx: MutationTx, formId: string, path: Path): Promise<Share[]> {
  const rotation = await readRotation(tx.sql);
  const reason = removalError(formId, rotation);
  if (reason) tx.errors.add(path, "IN_USE", reason);
  return rotation.filter((share) => share.formId !== formId);
}
