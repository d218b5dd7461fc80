import type { Read } from "@offergraph/service/db/read";
import { isUuid } from "@offergraph/shared/schema/formats";
import { type CollectedRow, hasCompleted, type RequestedRow, readRequested } from "../../db/responses.js";
import { type BrandedPlacement, readBrandedPlacement, readServedPlacements, type ServedPlacement } from "../../db/served-placements.js";
import type { FormsDeps } from "../../deps.js";
import { isOpen } from "../../domain/access-key.js";
import { VisitorError } from "../../domain/visitor-error.js";
import type { VisitorRequest } from "./visitor-request.js";

type PlacementRequest = Pick<VisitorRequest, "publicKey" | "admit">;

export interface LoadedPlacement {
  asked: ServedPlacement;
  /** Other placements that the rotation may show instead of the requested placement. */
  others: ServedPlacement[];
}

/** Loads the placement of a public key. Throws if `admit` throws or the placement's form is closed. */
export async function loadPlacement(deps: FormsDeps, { publicKey, admit }: PlacementRequest): Promise<LoadedPlacement> {
  const { workspaceId, placementId } = await deps.liveKey(publicKey);
  const [asked, ...others] = await readServedPlacements(deps.readerOf(workspaceId), { placementId, publicKey });
  return { asked: checkAsked(deps, admit, asked), others };
}

/** Like `loadPlacement`, but also loads the brand, and does not load the other placements of the rotation. */
export async function loadBrandedPlacement(deps: FormsDeps, { publicKey, admit }: PlacementRequest): Promise<BrandedPlacement> {
  const { workspaceId, placementId } = await deps.liveKey(publicKey);
  return checkAsked(deps, admit, await readBrandedPlacement(deps.readerOf(workspaceId), { placementId, publicKey }));
}

function checkAsked<Asked extends ServedPlacement>(
  { clock }: FormsDeps,
  admit: PlacementRequest["admit"],
  asked: Asked | undefined,
): Asked {
  if (!asked) throw new VisitorError("PUBLIC_KEY_ENDED");
  admit(asked);
  if (!isOpen(asked, clock.now())) throw new VisitorError("FORM_CLOSED");
  return asked;
}

export interface LoadedResponse extends RequestedRow {
  placementId: string;
  response: CollectedRow;
  version: string;
}

/** Loads a response, even of a closed form. Throws if `admit` throws, or if another placement started the response. */
export async function loadResponse(deps: FormsDeps, { publicKey, admit }: PlacementRequest, id: string): Promise<LoadedResponse> {
  const { workspaceId, placementId } = await deps.liveKey(publicKey);
  if (!isUuid(id)) throw new VisitorError("RESPONSE_UNKNOWN");
  const asked = await readRequested(deps.readerOf(workspaceId), { placementId, publicKey }, id);
  if (!asked) throw new VisitorError("PUBLIC_KEY_ENDED");
  admit(asked);
  const { response, version } = asked;
  if (!response || version === null) throw new VisitorError("RESPONSE_UNKNOWN");
  return { ...asked, placementId, response, version };
}

/** Throws if a visitor has already completed a response, and the form accepts one response per visitor. */
export async function refuseRepeat(
  read: Read,
  { enableRepeat }: { enableRepeat: boolean },
  { formId, visitorId, rowId = null }: { formId: string | null; visitorId: string | undefined; rowId?: string | null },
): Promise<void> {
  if (enableRepeat || formId === null || visitorId === undefined) return;
  if (await hasCompleted(read, { formId, visitorId, rowId })) throw new VisitorError("ALREADY_ANSWERED");
}
