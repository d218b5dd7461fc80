import type { IncomingMessage, ServerResponse } from "node:http";
import { send } from "./send.js";

/** CORS headers of the configured origins (api.md 5.6). Vary prevents caches from serving one origin's response to another. */
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

export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

export function sendPreflight(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): void {
  const cors = corsHeaders(request, origins);
  const allowed = {
    "Access-Control-Allow-Methods": "POST, GET",
    "Access-Control-Allow-Headers":
      "authorization, content-type, idempotency-key, mcp-protocol-version, traceparent, x-api-key, x-request-id",
    "Access-Control-Max-Age": "600",
  };
  const isAllowed = cors["Access-Control-Allow-Origin"] !== undefined;
  send(response, { status: 204, headers: { ...cors, ...(isAllowed && allowed) }, body: "" });
}
