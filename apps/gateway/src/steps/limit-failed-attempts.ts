import { count, look, type Verdict } from "../limits/limit.js";
import type { AuthenticatedContext } from "../request-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Rejects a key text that exceeded its 401 responses per minute, without a lookup (decisions.md 4). Does not count. */
export const limitFailedAttempts: Step<AuthenticatedContext> = async (exchange) => {
  const { limiters } = exchange.gateway;
  const verdict = await look(limiters.failures, exchange.keyHash, limiters.settings.failedPerKey);
  if (verdict?.isWithin === false) throw tooManyFailures(exchange, verdict);
};

/**
 * Counts a 401 response just before it is sent. Returns the error to send: the given one, or rate_limited if concurrent requests reached
 * the limit meanwhile.
 */
export async function countFailedAttempt(exchange: AuthenticatedContext, error: unknown): Promise<unknown> {
  if (!(error instanceof RequestError) || error.status !== 401 || exchange.keyText === "") return error;
  const { limiters } = exchange.gateway;
  const verdict = await count(limiters.failures, exchange.keyHash, limiters.settings.failedPerKey);
  return verdict?.isWithin === false ? tooManyFailures(exchange, verdict) : error;
}

function tooManyFailures(exchange: AuthenticatedContext, verdict: Verdict): RequestError {
  exchange.verdict = verdict;
  return new RequestError("rate_limited", `This API key was rejected ${verdict.limit} times within a minute.`, {
    limit: verdict.limit,
    retryAfterSeconds: verdict.resetSeconds,
    fix: `Wait ${verdict.resetSeconds} s and use a valid key; requests with a valid key are not counted.`,
  });
}
