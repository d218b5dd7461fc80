import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import { statusUrlOf } from "../status/status-url.js";
import { answerResponse } from "./answer.js";
import { grantsOf } from "./await-grants.js";
import type { Collecting } from "./collecting.js";
import { findAsked } from "./find-asked.js";

/** GET /v1/collect/{publicKey}/responses/{id}: returns a response's status and grants. */
export async function readResponse(collecting: Collecting, visit: Visit): Promise<RouteAnswer> {
  const { response } = await findAsked(collecting, visit);
  const grants = await grantsOf(collecting, response);
  return answerResponse(response, { grants, statusUrl: statusUrlOf(collecting, response, grants) });
}
