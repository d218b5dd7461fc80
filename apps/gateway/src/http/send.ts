import type { ServerResponse } from "node:http";
import type { Answer } from "../exchange.js";

/** Headers of every answer: none of them is a page, none may be kept or sniffed at. */
const always = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** Writes an answer; to a caller who went away it writes nothing. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...always, ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}

/** Writes a JSON value. */
export function sendJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  send(response, { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers }, body: JSON.stringify(value) });
}
