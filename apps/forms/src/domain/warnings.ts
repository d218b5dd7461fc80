import { type Finding, findingWith, type NextStep } from "@offergraph/shared/errors/warning";
import { formStatuses } from "./ordinals.js";
import { rotationWithout, type Share, sharesAdvice } from "./rotation.js";

export const nextSteps = {
  FORM_NOT_PUBLISHED: { operation: "publish_form", why: "Visitors see the draft after it is published." },
  DRAFT_NOT_PUBLISHED: { operation: "publish_form", why: "Visitors see the new draft after it is published as a version." },
  FORM_WITHOUT_PLACEMENT: { operation: "add_form_placement", why: "A placement shows the form on a channel." },
  PLACEMENT_NOT_PUBLISHED: { operation: "set_form_placement_published", why: "Only published placements show the form." },
} as const satisfies Record<string, NextStep>;

const finding = findingWith(nextSteps);

interface WrittenForm {
  rowId: string;
  status: number;
}
interface WrittenPlacement {
  rowId: string;
  published: boolean;
}

const isPublished = ({ status }: WrittenForm) => status === formStatuses.indexOf("PUBLISHED");

/** Returns why visitors do not see a published form. An unpublished form has no warnings. */
export function warningsOfPublishedForm(form: WrittenForm, placements: readonly WrittenPlacement[]): Finding[] {
  if (!isPublished(form) || placements.some(({ published }) => published)) return [];
  if (placements.length === 0)
    return [finding("FORM_WITHOUT_PLACEMENT", "The form has no placement, so visitors cannot open it.", [form.rowId])];
  const ids = placements.map(({ rowId }) => rowId);
  return [finding("PLACEMENT_NOT_PUBLISHED", "No placement of the form is published, so visitors cannot open it.", ids)];
}

/** Returns why a placement does not show its form. */
export function warningsOfPlacement(form: WrittenForm, { rowId, published }: WrittenPlacement): Finding[] {
  return [
    ...(isPublished(form) ? [] : [finding("FORM_NOT_PUBLISHED", "The placement's form is not published.", [form.rowId])]),
    ...(published ? [] : [finding("PLACEMENT_NOT_PUBLISHED", "The placement is not published.", [rowId])]),
  ];
}

/**
 * Returns the warnings after a change of a form's draft. `isSame` is true if the published version has the same model as the draft. If a
 * publication needs shares because of the forms in the rotation, the warning contains shares.
 */
export function warningsOfDraft(form: WrittenForm, isSame: boolean, rotation: readonly Share[]): Finding[] {
  if (form.status === formStatuses.indexOf("ARCHIVED")) return [];
  if (!isPublished(form)) {
    const advice = rotationWithout(form.rowId, rotation) ? "" : ` ${sharesAdvice(form.rowId, rotation)}`;
    return [finding("FORM_NOT_PUBLISHED", `The form is not published, so visitors do not see the draft.${advice}`, [form.rowId])];
  }
  if (isSame) return [];
  return [finding("DRAFT_NOT_PUBLISHED", "The draft differs from the published version, which visitors still see.", [form.rowId])];
}
