import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { CollectDeps } from "../../deps.js";
import { statusUrlOf } from "../../services/status/status-url.js";
import { answerResponse } from "./answer.js";
import { grantsOf } from "./await-grants.js";
import { loadResponse } from "./load-response.js";

/** GET /v1/collect/{publicKey}/responses/{id}: returns a response's status and grants. */
export async function readResponse(collecting: CollectDeps, visit: PublicRequest): Promise<RouteAnswer> {
  const { response } = await loadResponse(collecting, visit);
  const grants = await grantsOf(collecting, response);
  return answerResponse(response, { grants, statusUrl: statusUrlOf(collecting, response, grants) });
}
