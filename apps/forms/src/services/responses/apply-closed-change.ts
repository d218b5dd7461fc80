import type { CollectedRow } from "../../db/responses.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import type { ResponseChange } from "./change-response.js";
import { customerFor } from "./customer.js";

/** Applies a change to a response that has an outcome. Only its customer can still become known or verified. */
export function applyClosedChange({ loaded, body, isVerified, violations }: ResponseChange): CollectedRow {
  const { response } = loaded;
  const { answers, customer, outcome } = body;
  const status = valueOfRank(responseStatuses, response.status);
  const wanted = outcome ?? undefined;
  if (wanted !== undefined && wanted !== status)
    violations.add(["outcome"], "INVALID_TRANSITION", `The response is already ${status}; its outcome cannot change.`);
  else if (wanted === undefined && answers)
    violations.add(["answers"], "INVALID_TRANSITION", `The response is already ${status} and accepts no more answers.`);
  return customer ? { ...response, ...customerFor(response, { customer, isVerified }, violations) } : response;
}
