import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Coerces the variables and limits the operation's cost. */
export const limitCost: Step = (exchange) => {
  const { prepared, operation, gateway } = exchange;
  exchange.variables = prepared.variables(operation.variables);
  const cost = prepared.cost(exchange.variables);
  if (cost > gateway.maxCost)
    throw new RequestError("COST_LIMIT", `The operation costs ${cost}; the limit is ${gateway.maxCost}.`, {
      limit: gateway.maxCost,
      value: cost,
      fix: "Request shorter lists (first) or fewer nested lists.",
    });
};
