import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Parses, validates and plans the operation, or takes it from what is kept of earlier requests. A GET asks, and changes nothing. */
export const prepare: Step = (exchange) => {
  const { query, operationName } = exchange.operation;
  exchange.prepared = exchange.gateway.engine().prepare(query, operationName);
  if (exchange.request.method === "GET" && exchange.prepared.type === "mutation")
    throw new Refusal("METHOD_NOT_ALLOWED", "A GET takes queries only.", { fix: "Send mutations by POST." }, { Allow: "POST" });
};
