import type { OpenForm, OpenPlacement } from "./placement-problems.js";
import { problemsOfForm } from "./placement-problems.js";
import { pickForm } from "./rotation-pick.js";

/** A placement that a visitor may get, and its form's share of the rotation. */
export interface AccessKey extends OpenForm, OpenPlacement {
  formId: string;
  share: number | null;
}

/** True if a placement accepts responses now. */
export function isOpen(placement: OpenForm & Pick<OpenPlacement, "published">, now: Date): boolean {
  return placement.published && problemsOfForm(placement, now).length === 0;
}

/**
 * Chooses a visitor's placement among the requested one, which must be open, and those that the rotation may serve instead: the form by
 * share, deterministically, then its first placement of the same store. Without a visitor id, returns the requested placement.
 */
export function placementFor<Placement extends AccessKey>(
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

/** True unless the placements belong to different stores. */
function goesWith({ connectionId: one }: OpenPlacement, { connectionId: other }: OpenPlacement): boolean {
  return one === null || other === null || one === other;
}
