import type { Dispatcher } from "undici";
import { ClientDisconnected } from "../http/body.js";
import { RequestError } from "../request-error.js";
import { requestHeaders } from "./headers.js";
import type { ProxyContext } from "./public-context.js";
import type { ProxiedRequest } from "./upstreams.js";

/** Sends a request to the service that owns its path. Throws Refusal SERVICE_UNAVAILABLE if it does not respond, and ClientDisconnected. */
export async function requestUpstream(
  passing: ProxyContext,
  body: ProxiedRequest["body"],
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { request, owner, target, patience } = passing;
  const { method = "GET", url = target.path } = request;
  try {
    return await owner.send({ method, path: url, headers: requestHeaders(passing), body, signal, patience, lane: passing.lane });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (signal.aborted || request.errored) throw new ClientDisconnected("Client disconnected");
    throw unavailable(error);
  }
}

/** Creates the error for a service without a complete response; `cause` is logged. */
export function unavailable(cause: unknown): RequestError {
  const refusal = new RequestError("SERVICE_UNAVAILABLE", "The service behind this path is temporarily unavailable.", {
    fix: "Retry in a moment.",
  });
  refusal.cause = cause;
  return refusal;
}
