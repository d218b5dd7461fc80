import type { Violations } from "@offergraph/shared/errors/user-error";
import { idOfName } from "@offergraph/shared/time/ids";
import type { Path } from "./fields.js";

export interface Share {
  formId: string;
  main: boolean;
  share: number;
}

/** A requested share. `formId` is undefined for an unknown form. */
export type WantedShare = Share | (Omit<Share, "formId"> & { formId: undefined });

/** Checks that a rotation contains each published form exactly once. `published` must already include the form to publish. */
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
    if (listed.has(formId)) violations.add(at, "TAKEN", "The list has several shares for this form. Each form must have one share.");
    else if (!published.has(formId)) violations.add(at, "INVALID", "The form is not published; only published forms can have a share.");
    listed.add(formId);
  });
  const missing = [...published].filter(([formId]) => !listed.has(formId)).map(([, words]) => words);
  if (missing.length > 0)
    violations.add(path, "SHARES_REQUIRED", `Each published form must have a share, but the list has none for ${missing.join(", ")}.`);
  checkSplit(wanted, path, violations);
}

export function checkSplit(wanted: readonly WantedShare[], path: Path, violations: Violations): void {
  const sum = wanted.reduce((total, { share }) => total + share, 0);
  if (sum !== 100) violations.add(path, "SHARES_NOT_100", `The sum of the shares must be 100, but is ${sum}.`);
  const mains = wanted.filter(({ main }) => main).length;
  if (mains !== 1) violations.add(path, "INVALID", `Exactly one form must be the main form, but \`main\` is true for ${mains} forms.`);
}

/** Returns the new rotation if a client publishes the form without `shares`. Returns undefined if the client must send `shares`. */
export function rotationWithout(formId: string, rotation: readonly Share[]): readonly Share[] | undefined {
  if (rotation.some((share) => share.formId === formId)) return rotation;
  return rotation.length === 0 ? [{ formId, main: true, share: 100 }] : undefined;
}

const maxAdvised = 5;

/** Returns the error message for missing shares. The message explains how to publish without changing the other forms' shares. */
export function sharesAdvice(formId: string, rotation: readonly Share[]): string {
  const advised =
    rotation.length > maxAdvised
      ? "get_promotion_rotation returns the shares of the other forms. This form may have the share 0."
      : `To leave the other forms unchanged, pass the shares ${JSON.stringify([...rotation, { formId, main: false, share: 0 }])}.`;
  return `Other forms are already published. Call publish_form with the shares of these forms and of this form. ${advised}`;
}

/** Returns an error message if the form cannot leave the rotation. A rotation's only form can always leave the rotation. */
export function removalError(formId: string, rotation: readonly Share[]): string | undefined {
  const own = rotation.find((share) => share.formId === formId);
  if (!own || rotation.length === 1 || (!own.main && own.share === 0)) return undefined;
  const has = own.main
    ? `is the main form of the rotation${own.share > 0 ? ` and has a share of ${own.share} %` : ""}`
    : `has a share of ${own.share} % in the rotation`;
  return `The form ${has}. Before this change, call set_form_promotion with the share 0 for this form and with another form as main.`;
}

export function inOrder(rotation: readonly Share[]): Share[] {
  return [...rotation].sort(
    (one, other) => Number(other.main) - Number(one.main) || other.share - one.share || (one.formId < other.formId ? -1 : 1),
  );
}

export type Candidate = Pick<Share, "formId" | "share">;

const namespace = "6d6a1f0e-6f0b-4a0e-9d9d-3f1d7c1c2b5a";
const steps = 2 ** 48;

/** Chooses a visitor's form by weighted rendezvous hashing. A changed share moves only a few visitors to another form. */
export function pickForm(visitor: string, candidates: readonly Candidate[]): Candidate | undefined {
  let best: { form: Candidate; score: number } | undefined;
  for (const form of candidates) {
    if (form.share <= 0) continue;
    const score = form.share / -Math.log(drawn(visitor, form.formId));
    if (!best || score > best.score) best = { form, score };
  }
  return best?.form;
}

/** Returns a deterministic number between 0 and 1 for a visitor and a form. */
function drawn(visitor: string, formId: string): number {
  const bits = Number.parseInt(idOfName(namespace, `${formId} ${visitor}`).replace("-", "").slice(0, 12), 16);
  return (bits + 0.5) / steps;
}
