import { isUuid } from "@offergraph/shared/schema/formats";
import type { Visit } from "@offergraph/shared/subgraph/routes";
import { type AskedRow, type CollectedRow, readAsked } from "../data/collected.js";
import type { Collecting } from "./collecting.js";
import { liveKey } from "./find-offered.js";
import { admitOrigin } from "./origins.js";
import { endedKey, unknownResponse } from "./refusals.js";

export interface Asked extends AskedRow {
  placementId: string;
  response: CollectedRow;
  version: string;
}

/**
 * The response whose id is in the path, with the placement whose public key is. It may be over for the placement: a response that has
 * its outcome is still told of. Throws unless the response came in by this key, and of pages such as the one that asks.
 */
export async function findAsked(collecting: Collecting, visit: Visit): Promise<Asked> {
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
