import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { CollectedRow } from "../../db/responses.js";
import type { FormsDeps } from "../../deps.js";
import type { GrantView } from "../../domain/grant-view.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import { statusUrlOf } from "../../services/status/token.js";

export function answerJson(status: number, value: object): RouteAnswer {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(value) };
}

type Answered = Pick<CollectedRow, "rowId" | "status">;

const idAndStatus = ({ rowId: id, status }: Answered) => ({ id, status: valueOfRank(responseStatuses, status) });

/** Answers with a response, its grants and, while a grant is open, the URL of its status page. */
export function answerResponse(deps: FormsDeps, response: CollectedRow, grants: readonly GrantView[]): RouteAnswer {
  const statusUrl = statusUrlOf(deps, response, grants);
  return answerJson(200, { ...idAndStatus(response), grants, ...(statusUrl !== undefined && { statusUrl }), userErrors: [] });
}

export const answerStarted = (response: Answered): RouteAnswer => answerJson(201, idAndStatus(response));

/** Answers 422 for an invalid body; nothing was stored. `response`: the unchanged response. */
export const answerUserErrors = (userErrors: readonly UserError[], response?: Answered): RouteAnswer =>
  answerJson(422, { ...(response && { ...idAndStatus(response), grants: [] }), userErrors });
