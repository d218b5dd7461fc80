import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

/** A form's part in the rotation. */
export interface Share {
  formId: string;
  main: boolean;
  share: number;
}

/** A share as it is given: the form is known, or what is wrong with it has been told. */
export type WantedShare = Share | (Omit<Share, "formId"> & { formId: undefined });

/**
 * Looks at a whole rotation (decisions.md 3): every published form exactly once, shares that sum to 100, exactly one main.
 * `published`: the forms that are published once this write is done, with the words for each. Adds every violation.
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
    if (listed.has(formId)) violations.add(at, "TAKEN", "The form is listed already: every published form has exactly one share.");
    else if (!published.has(formId)) violations.add(at, "INVALID", "The form is not published: only published forms have a share.");
    listed.add(formId);
  });
  const missing = [...published].filter(([formId]) => !listed.has(formId)).map(([, words]) => words);
  if (missing.length > 0) violations.add(path, "SHARES_REQUIRED", `Every published form has to be listed; missing: ${missing.join(", ")}.`);
  checkSplit(wanted, path, violations);
}

/** Looks at what holds for shares of whatever forms: they sum to 100, and exactly one is main. */
export function checkSplit(wanted: readonly WantedShare[], path: Path, violations: Violations): void {
  const sum = wanted.reduce((total, { share }) => total + share, 0);
  if (sum !== 100) violations.add(path, "SHARES_NOT_100", `The shares have to sum to 100; they sum to ${sum}.`);
  const mains = wanted.filter(({ main }) => main).length;
  if (mains !== 1) violations.add(path, "INVALID", `Exactly one share has to be main; ${mains} are.`);
}

/**
 * The rotation when this form is published without shares: it keeps what there is if the form takes part already, the form has all of it
 * if there is none; undefined when others are published, so that shares have to be given.
 */
export function rotationWithout(formId: string, rotation: readonly Share[]): readonly Share[] | undefined {
  if (rotation.some((share) => share.formId === formId)) return rotation;
  return rotation.length === 0 ? [{ formId, main: true, share: 100 }] : undefined;
}

/** Why a published form may not leave the rotation; undefined when it may. The last one may: then nothing is left to split. */
export function whyNotLeave(formId: string, rotation: readonly Share[]): string | undefined {
  const own = rotation.find((share) => share.formId === formId);
  if (!own || rotation.length === 1 || (!own.main && own.share === 0)) return undefined;
  const has = own.main
    ? `is the main form of the rotation${own.share > 0 ? ` and has ${own.share} % of it` : ""}`
    : `has ${own.share} % of the rotation`;
  return `The form ${has}: give it the share 0 and make another one main (set_form_promotion) first.`;
}

/** The main form first, then by share, then by id. */
export function inOrder(rotation: readonly Share[]): Share[] {
  return [...rotation].sort(
    (one, other) => Number(other.main) - Number(one.main) || other.share - one.share || (one.formId < other.formId ? -1 : 1),
  );
}
