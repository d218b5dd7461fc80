import type { OperationContext } from "./context.js";
import type { Middleware } from "./run.js";

/**
 * Logs an executed operation: always for mutations (with their actor) and responses with errors, for other queries only if ACCESS_LOG is
 * `all`, because a line costs about as much as a rate limit. errorAnswer logs rejected requests.
 */
export const logOperation: Middleware<OperationContext> = (context) => {
  const { type, operations } = context.summary;
  const errorCodes = [...new Set(context.errorCodes)];
  if (type !== "mutation" && errorCodes.length === 0 && !context.gateway.logsAll) return;
  const durationMs = Math.round((performance.now() - context.startedAt) * 10) / 10;
  const errors = errorCodes.length > 0 ? { errorCodes } : {};
  context.log.info({ type, operations, durationMs, ...errors }, type === "mutation" ? "Mutation executed" : "Query executed");
};
