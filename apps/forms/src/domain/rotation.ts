import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

/** A form's share of the rotation, in percent. */
export interface Share {
  formId: string;
  main: boolean;
  share: number;
}

/** A requested share. `formId` is undefined if the form was not found; that violation has been added. */
export type WantedShare = Share | (Omit<Share, "formId"> & { formId: undefined });

/**
 * Checks a rotation: each published form exactly once, shares that sum to 100, exactly one main form. `published`: ids of the forms that
 * are published after this write, with their display names.
 */
export function checkRotation(
  wanted: readonly WantedShare[],
  published: ReadonlyMap<string, string>,
  path: Path,
  violations: Violations,
): void {
  const listed = new Set<string>();
  wanted.forEach(({ formId }, index) => {
    if (formId === undefined) return;
    const at = [...path, index, "formId"];
    if (listed.has(formId)) violations.add(at, "TAKEN", "Duplicate form: each published form must have exactly one share.");
    else if (!published.has(formId)) violations.add(at, "INVALID", "The form is not published; only published forms can have a share.");
    listed.add(formId);
  });
  const missing = [...published].filter(([formId]) => !listed.has(formId)).map(([, words]) => words);
  if (missing.length > 0) violations.add(path, "SHARES_REQUIRED", `Each published form must be listed; missing: ${missing.join(", ")}.`);
  checkSplit(wanted, path, violations);
}

/** Checks that shares sum to 100 and exactly one is main. */
export function checkSplit(wanted: readonly WantedShare[], path: Path, violations: Violations): void {
  const sum = wanted.reduce((total, { share }) => total + share, 0);
  if (sum !== 100) violations.add(path, "SHARES_NOT_100", `The shares must sum to 100; they sum to ${sum}.`);
  const mains = wanted.filter(({ main }) => main).length;
  if (mains !== 1) violations.add(path, "INVALID", `Exactly one share must be main; ${mains} are.`);
}

/**
 * Rotation after a form is published without shares: unchanged if the form is already in it, 100 % if it is the only one; undefined if
 * other forms are published, so that shares are required.
 */
export function rotationWithout(formId: string, rotation: readonly Share[]): readonly Share[] | undefined {
  if (rotation.some((share) => share.formId === formId)) return rotation;
  return rotation.length === 0 ? [{ formId, main: true, share: 100 }] : undefined;
}

/** Returns why a published form cannot leave the rotation; undefined if it can. The only form of a rotation always can. */
export function removalError(formId: string, rotation: readonly Share[]): string | undefined {
  const own = rotation.find((share) => share.formId === formId);
  if (!own || rotation.length === 1 || (!own.main && own.share === 0)) return undefined;
  const has = own.main
    ? `is the main form of the rotation${own.share > 0 ? ` and has ${own.share} % of it` : ""}`
    : `has ${own.share} % of the rotation`;
  return `The form ${has}; first set its share to 0 and make another form main (set_form_promotion).`;
}

/** Sorts by main form first, then share descending, then id. */
export function inOrder(rotation: readonly Share[]): Share[] {
  return [...rotation].sort(
    (one, other) => Number(other.main) - Number(one.main) || other.share - one.share || (one.formId < other.formId ? -1 : 1),
  );
}
