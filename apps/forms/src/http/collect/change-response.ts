import { isDeepStrictEqual } from "node:util";
import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { CollectedRow } from "../../db/collected.js";
import { updateResponse } from "../../db/collected.js";
import type { CollectDeps } from "../../deps.js";
import { maxFound } from "../../domain/collect-fields.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import { applyClosedChange } from "../../services/responses/apply-closed-change.js";
import { applyOpenChange } from "../../services/responses/apply-open-change.js";
import { responseEvents } from "../../services/responses/response-events.js";
import { verifyCustomer } from "../../services/responses/verify-customer.js";
import { statusUrlOf } from "../../services/status/status-url.js";
import { answerResponse } from "./answer.js";
import { grantsOf, settledGrantsOf } from "./await-grants.js";
import { type Change, readChange } from "./body.js";
import { type LoadedResponse, loadResponse } from "./load-response.js";
import { isFromServer } from "./server-signature.js";

export interface Changing {
  collecting: CollectDeps;
  visit: PublicRequest;
  now: Date;
  asked: LoadedResponse;
  body: Change;
  /** True if a signature verified the body's customer. */
  isVerified: boolean;
  /** True if the shop's server signed the request. */
  isServer: boolean;
  violations: Violations;
}

// This process serializes changes to a response, so only a write of another replica can make a try fail.
const maxTries = 20;
const turnMs = 10_000;

/** PATCH /v1/collect/{publicKey}/responses/{id}: changes answers, customer or outcome. */
export async function changeResponse(collecting: CollectDeps, visit: PublicRequest): Promise<RouteAnswer> {
  const { publicKey, id } = visit.params;
  const changed = await collecting.turns.runExclusive(`${publicKey} ${id}`, turnMs, busy, () => changeInTurn(collecting, visit));
  const { response, outcome = null, userErrors = [] } = changed;
  if (userErrors.length > 0) return answerResponse(response, { userErrors });
  const grants = await (outcome === null ? grantsOf : settledGrantsOf)(collecting, response);
  return answerResponse(response, { grants, statusUrl: statusUrlOf(collecting, response, grants) });
}

/** A response after a change, with the requested outcome. */
interface Changed {
  response: CollectedRow;
  outcome?: Change["outcome"];
  userErrors?: readonly UserError[];
}

const busy = () =>
  new HttpError(503, "UNAVAILABLE", "Too many concurrent changes to this response. Retry in 5 seconds.", { "retry-after": "5" });

async function changeInTurn(collecting: CollectDeps, visit: PublicRequest): Promise<Changed> {
  let asked = await loadResponse(collecting, visit);
  const { body, bytes, violations } = await readChange(visit);
  if (violations.any) return { response: asked.response, userErrors: violations.list };
  const { placementId, workspaceId } = asked;
  const signing = { workspaceId, placementId, now: collecting.clock.now() };
  const isServer = await isFromServer(collecting, visit, { ...signing, body: bytes });
  const isVerified = await verifyCustomer(collecting, signing, body.customer, violations);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = collecting.clock.now();
    const found = new Violations({ most: maxFound });
    for (const { field, code, message } of violations.list) found.add(field, code, message);
    const changed = await change({ collecting, visit, now, asked, body, isVerified, isServer, violations: found });
    if (changed) return changed;
    asked = await loadResponse(collecting, visit);
  }
  throw busy();
}

/** Returns undefined, with nothing written, if another request changed the response in the meantime. */
async function change(changing: Changing): Promise<Changed | undefined> {
  const { asked, body, violations, collecting, visit } = changing;
  const { response } = asked;
  const isOpen = valueOfRank(responseStatuses, response.status) === "INCOMPLETE";
  const wanted = isOpen ? await applyOpenChange(changing) : applyClosedChange(changing);
  if (violations.any) return { response, userErrors: violations.list };
  const { outcome } = body;
  if (isDeepStrictEqual(wanted, response)) return { response, outcome };
  if (!(await write(changing, wanted))) return undefined;
  const { rowId, workspaceId } = response;
  collecting.relay.notify();
  visit.log.info({ operation: "change_response", workspaceId, recordIds: [rowId] }, "written");
  return { response: wanted, outcome };
}

function write({ collecting, visit, now, asked }: Changing, wanted: CollectedRow): Promise<boolean> {
  const { response, version } = asked;
  const changed = { ...wanted, updatedAt: now.toISOString() };
  return updateResponse(collecting.readIn(response.workspaceId), changed, version, responseEvents(visit, response, changed, now));
}
