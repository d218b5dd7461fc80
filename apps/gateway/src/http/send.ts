import type { ServerResponse } from "node:http";
import type { Answer } from "../request-context.js";

/** Headers of every response: no caching, no content, no MIME sniffing. */
const always = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** Writes a response, unless the client has disconnected. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...always, ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}

export function sendJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  send(response, { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers }, body: JSON.stringify(value) });
}
