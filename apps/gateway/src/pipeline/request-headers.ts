import { newId } from "@offergraph/shared/time/ids";
import type { RequestContext } from "./context.js";
import type { Middleware } from "./run.js";

const reserved = "x-offergraph-";
const sane = /^[\w.:/+=@-]{1,128}$/;

/** Removes headers that only the gateway and subgraphs may set. */
export const stripReservedHeaders: Middleware<RequestContext> = ({ request: { headers } }) => {
  for (const name in headers) if (name.startsWith(reserved)) delete headers[name];
};

/** Sets the request id: the client's X-Request-Id if it is safe for logs and headers, else a new one. */
export const requestId: Middleware<RequestContext> = (context) => {
  const { headers } = context.request;
  const given = headers["x-request-id"];
  context.requestId = typeof given === "string" && sane.test(given) ? given : newId();
  // For code that has only the raw request.
  headers["x-request-id"] = context.requestId;
};
