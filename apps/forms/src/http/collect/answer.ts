import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { CollectedRow } from "../../db/collected.js";
import type { GrantView } from "../../domain/grant-view.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";

export function answerJson(status: number, value: object): RouteAnswer {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(value) };
}

interface Told {
  grants?: readonly GrantView[];
  /** URL of the status page, while a grant is open. */
  statusUrl?: string | undefined;
  userErrors?: readonly UserError[];
}

/** Answers with a response: 200, or 422 with userErrors. */
export function answerResponse(
  { rowId: id, status }: Pick<CollectedRow, "rowId" | "status">,
  { grants = [], statusUrl, userErrors = [] }: Told = {},
): RouteAnswer {
  const found = { id, status: valueOfRank(responseStatuses, status), grants, ...(statusUrl !== undefined && { statusUrl }), userErrors };
  return answerJson(userErrors.length > 0 ? 422 : 200, found);
}

/** Answers 422 for an invalid body; nothing was stored. */
export const answerUserErrors = (userErrors: readonly UserError[]): RouteAnswer => answerJson(422, { userErrors });
