import type { OperationContext } from "./request-context.js";

/**
 * Logs an executed operation: always for mutations (with their actor) and responses with errors, for other queries only if ACCESS_LOG is
 * `all`, because a line costs about as much as a rate limit. formatErrors logs rejected requests.
 */
export function logExecuted(exchange: OperationContext): void {
  const { type, operations } = exchange.summary;
  const errorCodes = [...new Set(exchange.errorCodes)];
  if (type !== "mutation" && errorCodes.length === 0 && !exchange.gateway.logsAll) return;
  const durationMs = Math.round((performance.now() - exchange.startedAt) * 10) / 10;
  const errors = errorCodes.length > 0 ? { errorCodes } : {};
  exchange.log.info({ type, operations, durationMs, ...errors }, type === "mutation" ? "Mutation executed" : "Query executed");
}

/** Records the request's duration, labeled by root field and error code (both bounded sets). */
export function measure(exchange: OperationContext, outcome: string): void {
  const { operations = [] } = exchange.summary;
  const operation = operations.length > 1 ? "several" : (operations[0] ?? "none");
  exchange.gateway.metrics.requests.observe({ operation, outcome }, (performance.now() - exchange.startedAt) / 1000);
}
