import { type OpenForm, type OpenPlacement, problemsOfForm } from "./placement-problems.js";
import { pickForm } from "./rotation.js";

export interface AccessKey extends OpenForm, OpenPlacement {
  formId: string;
  share: number | null;
}

export function isOpen(placement: OpenForm & Pick<OpenPlacement, "published">, now: Date): boolean {
  return placement.published && problemsOfForm(placement, now).length === 0;
}

/**
 * Chooses a form for the visitor by the shares in the rotation. Returns `asked` if the visitor gets the form of `asked`. If the visitor
 * gets another form, returns that form's first open placement with the same store connection as `asked`. A placement without a store
 * connection matches every store connection.
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
  return byForm.get(pickForm(visitorId, candidates)?.formId ?? "") ?? asked;
}

function goesWith({ connectionId: one }: OpenPlacement, { connectionId: other }: OpenPlacement): boolean {
  return one === null || other === null || one === other;
}
