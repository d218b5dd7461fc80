import type { IncomingMessage } from "node:http";

/**
 * The CORS headers of an answer: only for the origins of the setting, everyone else gets none (api.md 5.6).
 * A cache may not give one origin's answer to another, so Vary says that it depends on it.
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

/** Whether a browser asks by this request if it may send another one. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

/** What an allowed origin is told before it sends a request. */
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
