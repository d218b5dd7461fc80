import type { ServedPlacement } from "../../db/served-placements.js";
import type { FormsDeps } from "../../deps.js";
import { isOpen, placementFor } from "../../domain/access-key.js";
import type { Start } from "../../domain/collect-body.js";
import type { LoadedPlacement } from "./load-placement.js";

export const unknownVersion =
  "This public key cannot start a response to this form version. Use the formVariantId that GET /v1/collect/{publicKey} returned.";

export type GivenForm = Partial<Pick<Start, "visitorId" | "formVariantId">>;

/**
 * Returns the form version `formVariantId` and an open placement that shows the form. Without `formVariantId`, returns the current version
 * of the form that the rotation chooses. Returns undefined if no placement of the rotation is open and shows the form.
 */
export async function givenForm(deps: FormsDeps, { asked, others }: LoadedPlacement, body: GivenForm, now: Date) {
  const chosen: ServedPlacement = placementFor(body.visitorId, asked, others, now);
  const id = body.formVariantId?.toLowerCase() ?? chosen.publishedVariantId;
  const variant = id === null ? undefined : await deps.variant(asked.workspaceId, id);
  const placement = [chosen, asked, ...others].find(({ formId }) => formId === variant?.formId);
  return variant && placement && isOpen(placement, now) ? { placement, variant } : undefined;
}
