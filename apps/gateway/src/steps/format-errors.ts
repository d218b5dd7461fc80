import { measure } from "../log-request.js";
import type { Answer, OperationContext } from "../request-context.js";
import { toRequestError } from "../request-error.js";
import { countFailedAttempt } from "./limit-failed-attempts.js";

/** Converts what a step threw to a response, and logs it with the request's id and workspace. */
export async function formatErrors(exchange: OperationContext, thrown: unknown): Promise<Answer> {
  const { status, error, headers } = toRequestError(await countFailedAttempt(exchange, thrown));
  if (status >= 500) exchange.log.error({ err: error.cause ?? thrown, code: error.code, ...exchange.summary }, "Request failed");
  else
    exchange.gateway.refusals.note(error.code, exchange.subject, () =>
      exchange.log.info({ status, code: error.code, address: exchange.address, ...exchange.summary }, "Request rejected"),
    );
  measure(exchange, error.code);
  const answer = exchange.transport.refuse(exchange, status, error);
  const wait = status === 429 ? exchange.verdict?.resetSeconds : status === 503 ? 1 : undefined;
  const retryAfter: Record<string, string> = wait === undefined ? {} : { "Retry-After": String(wait) };
  return { ...answer, headers: { ...answer.headers, ...retryAfter, ...headers } };
}
