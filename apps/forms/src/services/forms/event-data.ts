import type { CollectedRow } from "../../db/responses.js";
import type { FormRow, PlacementRow } from "../../db/rows.js";
import type { FormFields } from "../../domain/fields.js";
import { formStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import type { FormResponseStatus } from "../../generated/types.js";

export function eventDataOf({ workspaceId, draft, status, reasonSet, ...rest }: FormRow) {
  return { ...rest, status: valueOfOrdinal(formStatuses, status), reasonSet: reasonSetOf(reasonSet) };
}

function reasonSetOf(reasonSet: FormRow["reasonSet"]) {
  if (reasonSet === null) return null;
  const { questionId = null, questionKey = null, reasons } = reasonSet;
  return { questionId, questionKey, reasons };
}

/** Returns the fields that update_form writes. */
export function fieldsOf(form: FormRow): FormFields {
  const { rowId, createdAt, updatedAt, formSlug, publishedVariantId, publishedAt, ...fields } = eventDataOf(form);
  return fields;
}

export function placementDataOf({ workspaceId, publicKey, qr, ...rest }: PlacementRow) {
  return { ...rest, qr: qr && { ...qr } };
}

export function responseDataOf<Status extends FormResponseStatus>(response: CollectedRow, status: Status) {
  const { abandonedAt, trustScore, trustVersion } = response;
  const completedAt = status === "INCOMPLETE" ? abandonedAt : response.completedAt;
  if (completedAt === null || trustScore === null || trustVersion === null)
    throw new Error(
      `Invariant violated: response ${response.rowId} is final or abandoned, but completedAt, trustScore or trustVersion is null.`,
    );
  return { ...response, status, completedAt, trustScore, trustVersion };
}
