import type { Logger } from "@offergraph/shared/log/logger";
import { errorEntries } from "../http/error-body.js";
import { sendJson } from "../http/send.js";
import { limitHeaders } from "../limits/limit.js";
import { refusalOf } from "../refusal.js";
import type { Passing } from "./visit.js";

/** Answers a request that a step threw something for, logs it once, and gives the code that it is measured under. */
export function refuseVisit(visit: Passing, thrown: unknown, log: Logger): string {
  const { request, response, requestId, verdict, address, target } = visit;
  const { status, error, headers } = refusalOf(thrown);
  if (status >= 500) log.error({ err: error.cause ?? thrown, code: error.code, path: target.name }, "A request of a path failed");
  else
    visit.gateway.refusals.note(error.code, visit.subject, () =>
      log.info({ status, code: error.code, address, path: target.name }, "A request of a path was refused"),
    );
  // What is left of the body is thrown away unread, so that the sender gets to read the answer.
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
