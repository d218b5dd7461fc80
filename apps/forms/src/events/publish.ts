import type { CollectedRow } from "../data/collected.js";
import type { FormRow, PlacementRow } from "../data/rows.js";
import type { FormFields } from "../domain/fields.js";
import { formStatuses, valueOfRank } from "../domain/ranks.js";
import type { FormResponseStatus } from "../generated/types.js";

/** A form as events tell of it. */
export function eventDataOf({ workspaceId, draft, status, reasonSet, ...rest }: FormRow) {
  return { ...rest, status: valueOfRank(formStatuses, status), reasonSet: reasonSetOf(reasonSet) };
}

function reasonSetOf(reasonSet: FormRow["reasonSet"]) {
  if (reasonSet === null) return null;
  const { questionId = null, questionKey = null, reasons } = reasonSet;
  return { questionId, questionKey, reasons };
}

/** What update_form writes of a form, as it stands. */
export function fieldsOf(form: FormRow): FormFields {
  const { rowId, createdAt, updatedAt, formSlug, publishedVariantId, publishedAt, ...fields } = eventDataOf(form);
  return fields;
}

/** A placement as events tell of it. */
export function placementDataOf({ workspaceId, publicKey, qr, ...rest }: PlacementRow) {
  return { ...rest, qr: qr && { ...qr } };
}

/** A response with its outcome, or one that was left unfinished, as events tell of it. */
export function responseDataOf<Status extends FormResponseStatus>(response: CollectedRow, status: Status) {
  const { leftAt, trustScore, trustVersion } = response;
  const completedAt = status === "INCOMPLETE" ? leftAt : response.completedAt;
  if (completedAt === null || trustScore === null || trustVersion === null)
    throw new Error("A response has its outcome without its trust.");
  return { ...response, status, completedAt, trustScore, trustVersion };
}
