import type { Dispatcher } from "undici";
import { ClientDisconnected } from "../http/body.js";
import { RequestError } from "../pipeline/request-error.js";
import { requestHeaders } from "./headers.js";
import type { ProxyContext } from "./public-context.js";
import type { ProxiedRequest } from "./upstreams.js";

/** Sends a request to the service that owns its path. Throws RequestError SERVICE_UNAVAILABLE if it does not respond, and ClientDisconnected. */
export async function requestUpstream(
  context: ProxyContext,
  body: ProxiedRequest["body"],
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { request, upstream, target, timeouts, pool } = context;
  const { method = "GET", url = target.path } = request;
  try {
    return await upstream.send({ method, path: url, headers: requestHeaders(context), body, signal, timeouts, pool });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (signal.aborted || request.errored) throw new ClientDisconnected("Client disconnected");
    throw unavailable(error);
  }
}

/** Creates the error for a service without a complete response; `cause` is logged. */
export function unavailable(cause: unknown): RequestError {
  const message = "The service behind this path is temporarily unavailable.";
  return new RequestError("SERVICE_UNAVAILABLE", message, { fix: "Retry in a moment." }, {}, cause);
}
