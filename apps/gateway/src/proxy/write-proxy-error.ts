import type { Logger } from "@offergraph/shared/log/logger";
import { errorEntries } from "../http/error-body.js";
import { sendJson } from "../http/send.js";
import { limitHeaders } from "../limits/limit.js";
import { toRequestError } from "../request-error.js";
import type { ProxyContext } from "./public-context.js";

/** Writes and logs the error that a step threw; returns its code for metrics. */
export function writeProxyError(visit: ProxyContext, thrown: unknown, log: Logger): string {
  const { request, response, requestId, verdict, address, target } = visit;
  const { status, error, headers } = toRequestError(thrown);
  if (status >= 500) log.error({ err: error.cause ?? thrown, code: error.code, path: target.name }, "Proxied request failed");
  else
    visit.gateway.refusals.note(error.code, visit.subject, () =>
      log.info({ status, code: error.code, address, path: target.name }, "Proxied request rejected"),
    );
  // Discards the rest of the body, so that the client reads the response.
  request.on("error", () => undefined).resume();
  const wait = status === 429 ? verdict?.resetSeconds : status === 503 ? 1 : undefined;
  sendJson(
    response,
    status,
    { errors: errorEntries(error, requestId) },
    {
      "X-Request-Id": requestId,
      ...(verdict && limitHeaders(verdict)),
      ...(wait !== undefined && { "Retry-After": String(wait) }),
      ...headers,
    },
  );
  return error.code;
}
