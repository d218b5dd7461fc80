import type { Exchange } from "./exchange.js";

/**
 * The line of a request that was executed: always for a mutation, with its actor, and for an answer with errors;
 * for every other query only when the setting says so (a line costs about as much as a limit). Refusals are logged by formatErrors.
 */
export function logExecuted(exchange: Exchange): void {
  const { type, operations } = exchange.summary;
  const errorCodes = [...new Set(exchange.errorCodes)];
  if (type !== "mutation" && errorCodes.length === 0 && !exchange.gateway.logsAll) return;
  const durationMs = Math.round((performance.now() - exchange.startedAt) * 10) / 10;
  const errors = errorCodes.length > 0 ? { errorCodes } : {};
  exchange.log.info({ type, operations, durationMs, ...errors }, type === "mutation" ? "A mutation was executed" : "A query was executed");
}

/** Measures a request under names out of bounded sets: a root field's (callers choose none of their own) and an error code. */
export function measure(exchange: Exchange, outcome: string): void {
  const { operations = [] } = exchange.summary;
  const operation = operations.length > 1 ? "several" : (operations[0] ?? "none");
  exchange.gateway.metrics.requests.observe({ operation, outcome }, (performance.now() - exchange.startedAt) / 1000);
}
