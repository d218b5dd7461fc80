import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Checks the variables, and what the operation would cost with them. */
export const limitCost: Step = (exchange) => {
  const { prepared, operation, gateway } = exchange;
  exchange.variables = prepared.variables(operation.variables);
  const cost = prepared.cost(exchange.variables);
  if (cost > gateway.maxCost)
    throw new Refusal("COST_LIMIT", `The operation costs ${cost}; ${gateway.maxCost} is allowed.`, {
      limit: gateway.maxCost,
      value: cost,
      fix: "Ask for shorter lists (first) or fewer lists inside lists.",
    });
};
