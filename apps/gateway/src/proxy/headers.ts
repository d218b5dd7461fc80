import type { IncomingHttpHeaders } from "node:http";
import { passOnTraceparent, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { limitHeaders } from "../limits/limit.js";
import type { ProxyContext } from "./public-context.js";

type Headers = Record<string, string | string[]>;

/** Hop-by-hop headers (RFC 9110 7.6.1). */
const hopByHop = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"];
/** Not forwarded: credentials are verified here, and client-supplied forwarding headers are untrusted. */
const notPassedOn = ["host", "authorization", "proxy-authorization", "x-api-key", "cookie", "forwarded"];
const reserved = /^x-(offergraph|forwarded)-/;

/** Headers of the proxied request, with the signed identity header. */
export function requestHeaders(context: ProxyContext): Headers {
  const { request, requestId, address } = context;
  const { [traceparentHeader]: traceparent } = request.headers;
  return {
    ...without(request.headers, notPassedOn),
    "x-request-id": requestId,
    "x-forwarded-for": address,
    ...context.identityHeaders(),
    [traceparentHeader]: passOnTraceparent(typeof traceparent === "string" ? traceparent : undefined),
  };
}

/** Headers of the proxied response; by default not cacheable and with a restrictive CSP. */
export function answerHeaders({ requestId, verdict }: ProxyContext, answered: IncomingHttpHeaders): Headers {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...named(without(answered, ["x-content-type-options", "x-request-id"])),
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

/** Capitalizes the headers that override defaults. */
function named({ "cache-control": cacheControl, "content-security-policy": policy, ...others }: Headers): Headers {
  return {
    ...others,
    ...(cacheControl !== undefined && { "Cache-Control": cacheControl }),
    ...(policy !== undefined && { "Content-Security-Policy": policy }),
  };
}
