import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { isUuid } from "@offergraph/shared/schema/formats";
import { type AskedRow, type CollectedRow, readAsked } from "../../db/collected.js";
import type { CollectDeps } from "../../deps.js";
import { liveKey } from "./load-placement.js";
import { admitOrigin } from "./origins.js";
import { endedKey, unknownResponse } from "./refusals.js";

export interface LoadedResponse extends AskedRow {
  placementId: string;
  response: CollectedRow;
  version: string;
}

/**
 * Loads the response and the placement that the path names. The form may be closed: a response with an outcome can still be read. Throws
 * unless the response was created with this public key and the request's origin is allowed.
 */
export async function loadResponse(collecting: CollectDeps, visit: PublicRequest): Promise<LoadedResponse> {
  const { workspaceId, placementId } = await liveKey(collecting, visit);
  const { id = "" } = visit.params;
  if (!isUuid(id)) throw unknownResponse();
  const asked = await readAsked(collecting.readIn(workspaceId), placementId, id);
  if (!asked) throw endedKey();
  admitOrigin(visit, asked, collecting.publicUrl);
  const { response, version } = asked;
  if (!response || version === null) throw unknownResponse();
  return { ...asked, placementId, response, version };
}
