import type { ServerResponse } from "node:http";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

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

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers }, body: JSON.stringify(value) };
}
