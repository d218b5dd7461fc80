import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { readPlacements } from "../../db/placements.js";
import type { CollectDeps } from "../../deps.js";
import { liveKey } from "./load-placement.js";
import { admitOrigin } from "./origins.js";

const headers = {
  "access-control-allow-methods": "GET, POST, PATCH",
  "access-control-allow-headers": "Content-Type, Traceparent, X-Request-Id",
  "access-control-max-age": "600",
};

/** OPTIONS: answers a CORS preflight request. An unknown or ended key passes, so that the actual request can return the error. */
export async function corsPreflight(collecting: CollectDeps, visit: PublicRequest): Promise<RouteAnswer> {
  try {
    const { workspaceId, placementId } = await liveKey(collecting, visit);
    const [placement] = await readPlacements(collecting.readIn(workspaceId), [placementId]);
    if (placement) admitOrigin(visit, placement, collecting.publicUrl);
  } catch (error) {
    const leadsNowhere = error instanceof HttpError && (error.status === 404 || error.status === 410);
    if (!leadsNowhere) throw error;
  }
  return { status: 204, headers };
}
