import type { Answer } from "../http/send.js";
import type { RequestContext } from "./context.js";
import { toRequestError } from "./request-error.js";

/** Converts what a middleware threw to the response, in the request's protocol, and logs it. */
export function errorAnswer(context: RequestContext, thrown: unknown): Answer {
  const { status, error, headers } = toRequestError(thrown);
  const { gateway, request, address, summary } = context;
  if (status >= 500) context.log.error({ err: error.cause ?? thrown, code: error.code, ...summary }, "Request failed");
  else
    gateway.refusals.note(error.code, context.subject, () =>
      context.log.info({ status, code: error.code, address, ...summary }, "Request rejected"),
    );
  context.errorCodes = [error.code];
  // Discards the rest of the body, so that the client reads the response.
  request.on("error", () => undefined).resume();
  const answer = context.formatError(status, error);
  const wait = status === 429 ? context.verdict?.resetSeconds : status === 503 ? 1 : undefined;
  const retryAfter: Record<string, string> = wait === undefined ? {} : { "Retry-After": String(wait) };
  return { ...answer, headers: { ...answer.headers, ...retryAfter, ...headers } };
}
