import type { IncomingHttpHeaders } from "node:http";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { endAfter, startSpan } from "@offergraph/shared/telemetry/tracing";
import type { Dispatcher } from "undici";
import { ClientDisconnected } from "../http/body.js";
import { limitHeaders } from "../limits/limit.js";
import { RequestError } from "../pipeline/request-error.js";
import type { ProxyContext } from "./context.js";
import type { ProxiedRequest } from "./upstreams.js";

type Headers = Record<string, string | string[]>;

/** Sends a request to the service. Throws ClientDisconnected, or RequestError SERVICE_UNAVAILABLE if the service does not respond. */
export async function requestUpstream(
  context: ProxyContext,
  body: ProxiedRequest["body"],
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { request, upstream, target, timeouts, pool } = context;
  const { method = "GET", url = target.path } = request;
  const span = context.span && startSpan("client", `proxy ${target.service}`, context.span.traceparent);
  try {
    const headers = requestHeaders(context, span?.traceparent ?? context.traceparent);
    const sent = upstream.send({ method, path: url, headers, body, signal, timeouts, pool });
    return await (span ? endAfter(span, sent) : sent);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (signal.aborted || request.errored) throw new ClientDisconnected("Client disconnected");
    throw unavailable(error);
  }
}

export function unavailable(cause: unknown): RequestError {
  const message = "The service behind this path is temporarily unavailable.";
  return new RequestError("SERVICE_UNAVAILABLE", message, { fix: "Retry in a moment." }, {}, cause);
}

/** Headers that apply only to one connection (hop-by-hop) and that a proxy must not forward (RFC 9110 7.6.1). */
const hopByHop = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"];
/** Request headers that the gateway does not forward. The gateway checks the credentials, and clients can forge `Forwarded`. */
const notPassedOn = ["host", "authorization", "proxy-authorization", "x-api-key", "cookie", "forwarded"];
const reserved = /^x-(offergraph|forwarded)-/;

function requestHeaders(context: ProxyContext, traceparent: string): Headers {
  const { request, requestId, address } = context;
  return {
    ...without(request.headers, notPassedOn),
    "x-request-id": requestId,
    "x-forwarded-for": address,
    ...context.identityHeaders(),
    [traceparentHeader]: traceparent,
  };
}

/**
 * Returns the headers of the proxied response. Adds headers that forbid caching, loading resources and framing. A Cache-Control or
 * Content-Security-Policy header from the service has precedence.
 */
export function answerHeaders({ requestId, verdict }: ProxyContext, answered: IncomingHttpHeaders): Headers {
  const {
    "cache-control": cacheControl = "no-store",
    "content-security-policy": policy = "default-src 'none'; frame-ancestors 'none'",
    ...others
  } = without(answered, ["x-content-type-options", "x-request-id"]);
  return {
    "Cache-Control": cacheControl,
    "Content-Security-Policy": policy,
    ...others,
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...(verdict && limitHeaders(verdict)),
  };
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): Headers {
  const { connection = "" } = headers;
  const dropped = new Set([...hopByHop, ...names, ...connection.split(",").map((name) => name.trim().toLowerCase())]);
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name) && !reserved.test(name));
  return Object.fromEntries(kept) as Headers;
}
