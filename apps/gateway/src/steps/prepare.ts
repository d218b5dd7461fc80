import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Parses, validates and plans the operation, or takes it from the cache. Rejects mutations by GET. */
export const prepare: Step = (exchange) => {
  const { query, operationName } = exchange.operation;
  exchange.prepared = exchange.gateway.engine().prepare(query, operationName);
  if (exchange.request.method === "GET" && exchange.prepared.type === "mutation")
    throw new RequestError("METHOD_NOT_ALLOWED", "GET allows only queries.", { fix: "Send mutations with POST." }, { Allow: "POST" });
};
