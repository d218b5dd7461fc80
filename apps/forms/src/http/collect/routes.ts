import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { UserError } from "@offergraph/shared/errors/user-error";
import { readPlacements } from "../../db/placements.js";
import type { CollectedRow } from "../../db/rows.js";
import type { FormsDeps } from "../../deps.js";
import type { GrantView } from "../../domain/grant-view.js";
import { responseStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { grantsOf, settledGrantsOf } from "../../services/grants/grants.js";
import { changeResponse } from "../../services/responses/change-response.js";
import { formForVisitor } from "../../services/responses/form-for-visitor.js";
import { loadPlacement, loadResponse } from "../../services/responses/load-placement.js";
import { startResponse } from "../../services/responses/start-response.js";
import { statusUrlOf } from "../../services/status/token.js";
import { countView } from "../../services/views/count-view.js";
import { isVisit } from "../is-visit.js";
import { readChange, readRequest, readStart, readView, readVisitorId } from "./visitor-request.js";

type Handler = (deps: FormsDeps, visit: PublicRequest) => Promise<RouteAnswer>;

const getForm: Handler = async (deps, visit) => {
  const placement = await loadPlacement(deps, readRequest(deps, visit));
  return answerJson(200, await formForVisitor(deps, placement, readVisitorId(visit)));
};

const start: Handler = async (deps, visit) => {
  const request = readRequest(deps, visit);
  const placement = await loadPlacement(deps, request);
  const { body, signed, violations } = await readStart(visit);
  const started = violations.any ? undefined : await startResponse(deps, request, placement, body, signed, violations);
  return started ? answerStarted(started) : answerUserErrors(violations.list);
};

const change: Handler = async (deps, visit) => {
  const request = readRequest(deps, visit);
  const changed = await changeResponse(deps, request, visit.params.id ?? "", () => readChange(visit));
  const { response, outcome = null, userErrors = [] } = changed;
  if (userErrors.length > 0) return answerUserErrors(userErrors, response);
  return answerResponse(deps, response, await (outcome === null ? grantsOf : settledGrantsOf)(deps, response));
};

const read: Handler = async (deps, visit) => {
  const { response } = await loadResponse(deps, readRequest(deps, visit), visit.params.id ?? "");
  return answerResponse(deps, response, await grantsOf(deps, response));
};

const view: Handler = async (deps, visit) => {
  const placement = await loadPlacement(deps, readRequest(deps, visit));
  const { body, violations } = await readView(visit);
  if (!violations.any && isVisit(visit.request)) await countView(deps, placement, body, violations);
  return violations.any ? answerUserErrors(violations.list) : { status: 204 };
};

function answerJson(status: number, value: object): RouteAnswer {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(value) };
}

type Answered = Pick<CollectedRow, "rowId" | "status">;

const idAndStatus = ({ rowId: id, status }: Answered) => ({ id, status: valueOfOrdinal(responseStatuses, status) });

function answerResponse(deps: FormsDeps, response: CollectedRow, grants: readonly GrantView[]): RouteAnswer {
  const statusUrl = statusUrlOf(deps, response, grants);
  return answerJson(200, { ...idAndStatus(response), grants, ...(statusUrl !== undefined && { statusUrl }), userErrors: [] });
}

const answerStarted = (response: Answered): RouteAnswer => answerJson(201, idAndStatus(response));

/**
 * Returns the HTTP status 422 for a request with an invalid body. `response` is the visitor's form response, if the response already
 * exists.
 */
const answerUserErrors = (userErrors: readonly UserError[], response?: Answered): RouteAnswer =>
  answerJson(422, { ...(response && { ...idAndStatus(response), grants: [] }), userErrors });

const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, PATCH",
  "access-control-allow-headers": "Content-Type, Traceparent, X-Request-Id",
  "access-control-max-age": "600",
};

/**
 * Answers a CORS preflight request. Accepts preflight requests with an invalid key, so that the browser sends the actual request and
 * receives the error.
 */
const preflight: Handler = async (deps, visit) => {
  const { publicKey, admit } = readRequest(deps, visit);
  try {
    const { workspaceId, placementId } = await deps.liveKey(publicKey);
    const [placement] = await readPlacements(deps.readerOf(workspaceId), [placementId]);
    if (placement?.publicKey === publicKey) admit(placement);
  } catch (error) {
    if (!(error instanceof VisitorError)) throw error;
  }
  return { status: 204, headers: preflightHeaders };
};

const offer = "/v1/collect/:publicKey";
const responses = `${offer}/responses`;
const response = `${responses}/:id`;
const views = `${offer}/views`;

export function collectRoutes(deps: FormsDeps): PublicRoute[] {
  const by = (handle: Handler) => (visit: PublicRequest) => handle(deps, visit);
  return [
    { name: "collect_offer", method: "GET", path: offer, answer: by(getForm) },
    { name: "collect_start", method: "POST", path: responses, answer: by(start) },
    { name: "collect_change", method: "PATCH", path: response, answer: by(change) },
    { name: "collect_read", method: "GET", path: response, answer: by(read) },
    { name: "collect_view", method: "POST", path: views, answer: by(view) },
    ...[offer, responses, response, views].map(
      (path): PublicRoute => ({ name: "collect_allow", method: "OPTIONS", path, answer: by(preflight) }),
    ),
  ];
}
