import type { OpenForm, OpenPlacement } from "./placement-problems.js";
import { problemsOfForm } from "./placement-problems.js";
import { pickForm } from "./rotation-pick.js";

/** A placement that a visitor may get, and its form's part in the rotation. */
export interface WayIn extends OpenForm, OpenPlacement {
  formId: string;
  share: number | null;
}

/** Whether a placement takes responses at this time. */
export function isOpen(placement: OpenForm & Pick<OpenPlacement, "published">, now: Date): boolean {
  return placement.published && problemsOfForm(placement, now).length === 0;
}

/**
 * The placement that a visitor gets of one that is asked and is open, and of the others that the rotation may choose in its place
 * (decisions.md 3): the form by share, always the same one; of its placements the first that goes with the same store.
 * Who says nothing of themselves gets the placement that was asked.
 */
export function placementFor<Placement extends WayIn>(
  visitorId: string | undefined,
  asked: Placement,
  others: readonly Placement[],
  now: Date,
): Placement {
  if (visitorId === undefined || others.length === 0) return asked;
  const byForm = new Map([[asked.formId, asked]]);
  for (const other of others)
    if (isOpen(other, now) && goesWith(asked, other) && !byForm.has(other.formId)) byForm.set(other.formId, other);
  const candidates = [...byForm.values()].map(({ formId, share }) => ({ formId, share: share ?? 0 }));
  const picked = pickForm(visitorId, candidates);
  return (picked && byForm.get(picked.formId)) ?? asked;
}

/** Visitors of one store are not sent to another one. */
function goesWith({ connectionId: one }: OpenPlacement, { connectionId: other }: OpenPlacement): boolean {
  return one === null || other === null || one === other;
}
