import { defineWarnings, type Finding, findingWith, type WarningKind } from "@offergraph/shared/errors/warning";
import { formStatuses } from "./ordinals.js";
import { rotationWithout, type Share, sharesAdvice } from "./rotation.js";

export const kinds = defineWarnings({
  FORM_NOT_PUBLISHED: {
    cause: "Visitors do not see a form, because the form is not published.",
    operation: "publish_form",
    why: "Visitors see the draft after it is published.",
  },
  DRAFT_NOT_PUBLISHED: {
    cause: "The draft of a published form differs from the version that visitors see.",
    operation: "publish_form",
    why: "Visitors see the new draft after it is published as a version.",
  },
  FORM_WITHOUT_PLACEMENT: {
    cause: "A published form has no placement.",
    operation: "add_form_placement",
    why: "A placement shows the form on a channel.",
  },
  PLACEMENT_NOT_PUBLISHED: {
    cause: "A placement is not published, or a published form has no published placement.",
    operation: "set_form_placement_published",
    why: "Only published placements show the form.",
  },
  GRANT_WITHOUT_CUSTOMER: {
    cause: "Grants of a response are PENDING, because the customer is unknown or unverified.",
    operation: "get_form_install",
    why: "Pass the customer to the form, with a signature if the placement has a secret.",
  },
});

export const publishedFormWarnings: readonly WarningKind[] = [kinds.FORM_WITHOUT_PLACEMENT, kinds.PLACEMENT_NOT_PUBLISHED];
export const placementWarnings: readonly WarningKind[] = [kinds.FORM_NOT_PUBLISHED, kinds.PLACEMENT_NOT_PUBLISHED];
export const draftWarnings: readonly WarningKind[] = [kinds.FORM_NOT_PUBLISHED, kinds.DRAFT_NOT_PUBLISHED];
export const formWarnings: readonly WarningKind[] = [kinds.FORM_NOT_PUBLISHED, ...publishedFormWarnings];
export const responseWarnings: readonly WarningKind[] = [kinds.GRANT_WITHOUT_CUSTOMER];

const finding = findingWith(kinds);

interface WrittenForm {
  rowId: string;
  status: number;
}
interface WrittenPlacement {
  rowId: string;
  published: boolean;
}

const archived = formStatuses.indexOf("ARCHIVED");
const isPublished = ({ status }: WrittenForm) => status === formStatuses.indexOf("PUBLISHED");

/** Returns the reasons why visitors do not see a published form. An unpublished form has no warnings. */
export function warningsOfPublishedForm(form: WrittenForm, placements: readonly WrittenPlacement[]): Finding[] {
  if (!isPublished(form) || placements.some(({ published }) => published)) return [];
  if (placements.length === 0)
    return [finding("FORM_WITHOUT_PLACEMENT", "The form has no placement, so visitors cannot open the form.", [form.rowId])];
  const ids = placements.map(({ rowId }) => rowId);
  return [finding("PLACEMENT_NOT_PUBLISHED", "No placement of the form is published, so visitors cannot open the form.", ids)];
}

/** Returns the reasons why visitors do not see a form. An archived form has no warnings. */
export function warningsOfForm(form: WrittenForm, placements: readonly WrittenPlacement[]): Finding[] {
  if (form.status === archived) return [];
  if (!isPublished(form))
    return [finding("FORM_NOT_PUBLISHED", "The form is not published, so visitors do not see the form.", [form.rowId])];
  return warningsOfPublishedForm(form, placements);
}

/** Returns the reasons why visitors do not see a form, or a warning about unpublished placements. */
export function warningsOfInstall(form: WrittenForm, placements: readonly WrittenPlacement[]): Finding[] {
  const hidden = placements.filter(({ published }) => !published).map(({ rowId }) => rowId);
  if (!isPublished(form) || hidden.length === 0 || hidden.length === placements.length) return warningsOfForm(form, placements);
  return [finding("PLACEMENT_NOT_PUBLISHED", `Placements of the form that are not published: ${hidden.length}.`, hidden)];
}

/** Returns a warning if grants of a response wait until the customer is known or verified. */
export function warningsOfResponse(response: { rowId: string; hasWaitingGrant: boolean }): Finding[] {
  const message = "Grants of the response stay PENDING until the customer is known and, if required, verified.";
  return response.hasWaitingGrant ? [finding("GRANT_WITHOUT_CUSTOMER", message, [response.rowId])] : [];
}

/** Returns the reasons why visitors do not see the form of a placement. */
export function warningsOfPlacement(form: WrittenForm, { rowId, published }: WrittenPlacement): Finding[] {
  return [
    ...(isPublished(form) ? [] : [finding("FORM_NOT_PUBLISHED", "The placement's form is not published.", [form.rowId])]),
    ...(published ? [] : [finding("PLACEMENT_NOT_PUBLISHED", "The placement is not published.", [rowId])]),
  ];
}

/**
 * Returns the warnings after a change of a form's draft. `isSame` is true if the draft equals the published version. Suggests shares if
 * publish_form requires shares.
 */
export function warningsOfDraft(form: WrittenForm, isSame: boolean, rotation: readonly Share[]): Finding[] {
  if (form.status === archived) return [];
  if (!isPublished(form)) {
    const advice = rotationWithout(form.rowId, rotation) ? "" : ` ${sharesAdvice(form.rowId, rotation)}`;
    return [finding("FORM_NOT_PUBLISHED", `The form is not published, so visitors do not see the draft.${advice}`, [form.rowId])];
  }
  if (isSame) return [];
  return [finding("DRAFT_NOT_PUBLISHED", "The draft differs from the published version, which visitors still see.", [form.rowId])];
}
