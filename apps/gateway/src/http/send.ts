import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClientResponse } from "./fast/fast-response.js";

/** Consecutive parts of a body. Each buffer contains UTF-8. */
export type BodyParts = readonly (string | Buffer)[];

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | BodyParts;
}

const always = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** Writes a response, unless the client has disconnected. */
export function send(response: ClientResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const isEmpty = status === 204 || status === 304;
  const all: Record<string, string | number> = { ...always, ...headers };
  const parts = partsOf(body);
  if (!isEmpty) all["Content-Length"] = parts.reduce((length, part) => length + Buffer.byteLength(part), 0);
  response.writeHead(status, all);
  if (!isEmpty) for (const part of parts.slice(0, -1)) response.write(part);
  response.end(isEmpty ? undefined : parts.at(-1));
}

function partsOf(body: Answer["body"]): BodyParts {
  return typeof body === "string" || Buffer.isBuffer(body) ? [body] : body;
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers }, body: JSON.stringify(value) };
}

/** Returns the CORS headers for the request's origin. `Vary` keeps a cache from sending the response to another origin. */
export function corsHeaders(request: Pick<IncomingMessage, "headers">, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = request.headers;
  if (origins.size === 0) return {};
  if (origin === undefined || !origins.has(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers":
      "X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Deprecation, Sunset, Link",
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
      "authorization, content-type, dry-run, idempotency-key, mcp-protocol-version, traceparent, x-api-key, x-request-id",
    "Access-Control-Max-Age": "600",
  };
  const isAllowed = cors["Access-Control-Allow-Origin"] !== undefined;
  send(response, { status: 204, headers: { ...cors, ...(isAllowed && allowed) }, body: "" });
}
