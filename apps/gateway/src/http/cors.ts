import type { IncomingMessage } from "node:http";

/**
 * CORS headers, only for the configured origins (api.md 5.6). Vary prevents caches from serving one origin's response to another.
 */
export function corsHeaders(request: IncomingMessage, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = request.headers;
  if (origins.size === 0) return {};
  if (origin === undefined || !origins.has(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After",
  };
}

/** True for a CORS preflight request. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

/** Headers of a preflight response. */
export function preflightHeaders(cors: Record<string, string>): Record<string, string> {
  if (cors["Access-Control-Allow-Origin"] === undefined) return cors;
  return {
    ...cors,
    "Access-Control-Allow-Methods": "POST, GET",
    "Access-Control-Allow-Headers":
      "authorization, content-type, idempotency-key, mcp-protocol-version, traceparent, x-api-key, x-request-id",
    "Access-Control-Max-Age": "600",
  };
}
