import { errorEntries } from "../http/error-body.js";
import { sendJson } from "../http/send.js";
import { limitHeaders } from "../limits/limit.js";
import { refusalOf } from "../refusal.js";
import type { Visit } from "./visit.js";

/** Answers a request that a step threw something for, logs it once, and gives the code that it is measured under. */
export function refuseVisit(visit: Visit, thrown: unknown): string {
  const { request, response, requestId, verdict, address, target, gateway } = visit;
  const { status, error, headers } = refusalOf(thrown);
  const log = gateway.log.child({ requestId });
  if (status >= 500) log.error({ err: error.cause ?? thrown, code: error.code, path: target.name }, "A visitor's request failed");
  else log.info({ status, code: error.code, address, path: target.name }, "A visitor's request was refused");
  // What is left of the body is thrown away unread, so that the visitor gets to read the answer.
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
