import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import { answerResponse } from "./answer.js";
import { grantsOf } from "./await-grants.js";
import type { Collecting } from "./collecting.js";
import { findAsked } from "./find-asked.js";

/** GET /v1/collect/{publicKey}/responses/{id}: where a response is, and what it was granted. */
export async function readResponse(collecting: Collecting, visit: Visit): Promise<RouteAnswer> {
  const { response } = await findAsked(collecting, visit);
  return answerResponse(response, { grants: await grantsOf(collecting, response) });
}
