import { newId } from "@offergraph/shared/time/ids";
import type { RequestContext } from "../request-context.js";
import type { Step } from "./step.js";

const sane = /^[\w.:/+=@-]{1,128}$/;

/** Sets the request id: the client's X-Request-Id if it is safe for logs and headers, else a new one. */
export const requestId: Step<RequestContext> = (exchange) => {
  const given = exchange.request.headers["x-request-id"];
  exchange.requestId = typeof given === "string" && sane.test(given) ? given : newId();
  // For code that has only the raw request.
  exchange.request.headers["x-request-id"] = exchange.requestId;
};
