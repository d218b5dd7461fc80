import type { Violations } from "@offergraph/shared/errors/user-error";
import type { CollectedRow } from "../data/collected.js";
import { responseStatuses, valueOfRank } from "../domain/ranks.js";
import type { Change } from "./body.js";
import { customerFor } from "./customer.js";

/** A response that has its outcome, as a change leaves it: only its customer may still become known. A repeat changes nothing. */
export function afterOutcome(response: CollectedRow, { answers, customer, outcome }: Change, violations: Violations): CollectedRow {
  const status = valueOfRank(responseStatuses, response.status);
  const wanted = outcome ?? undefined;
  if (wanted !== undefined && wanted !== status)
    violations.add(["outcome"], "INVALID_TRANSITION", `The response is ${status} already, for good.`);
  else if (wanted === undefined && answers)
    violations.add(["answers"], "INVALID_TRANSITION", `The response is ${status}: it takes no further answers.`);
  if (!customer) return response;
  const known = customerFor(response, customer, violations);
  return response.customerId === null ? { ...response, ...known } : response;
}
