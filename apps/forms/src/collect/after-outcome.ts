import type { CollectedRow } from "../data/collected.js";
import { responseStatuses, valueOfRank } from "../domain/ranks.js";
import type { Changing } from "./change-response.js";
import { customerFor } from "./customer.js";

/** A response that has its outcome, as a change leaves it: its customer may become known or verified. A repeat changes nothing. */
export function afterOutcome({ asked, body, isVerified, violations }: Changing): CollectedRow {
  const { response } = asked;
  const { answers, customer, outcome } = body;
  const status = valueOfRank(responseStatuses, response.status);
  const wanted = outcome ?? undefined;
  if (wanted !== undefined && wanted !== status)
    violations.add(["outcome"], "INVALID_TRANSITION", `The response is ${status} already, for good.`);
  else if (wanted === undefined && answers)
    violations.add(["answers"], "INVALID_TRANSITION", `The response is ${status}: it takes no further answers.`);
  return customer ? { ...response, ...customerFor(response, { customer, isVerified }, violations) } : response;
}
