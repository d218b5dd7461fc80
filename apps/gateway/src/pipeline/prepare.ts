import type { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/** Parses, validates and plans the operation, or takes it from the cache. Rejects mutations by GET. */
export const prepare: Middleware<OperationContext> = (context) => {
  const { query, operationName } = context.operation;
  context.prepared = context.gateway.engine().prepare(query, operationName);
  if (context.request.method === "GET" && context.prepared.type === "mutation")
    throw new RequestError("METHOD_NOT_ALLOWED", "GET allows only queries.", { fix: "Send mutations with POST." }, { Allow: "POST" });
};

/** Coerces the variables and limits the operation's cost. */
export const limitCost: Middleware<OperationContext> = (context) => {
  const { prepared, operation, gateway } = context;
  context.variables = prepared.variables(operation.variables);
  const cost = prepared.cost(context.variables);
  if (cost > gateway.maxCost)
    throw new RequestError("COST_LIMIT", `The operation costs ${cost}; the limit is ${gateway.maxCost}.`, {
      limit: gateway.maxCost,
      value: cost,
      fix: "Request shorter lists (first) or fewer nested lists.",
    });
};
