import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@offergraph/shared/time/ids";
import { errorEntries } from "../pipeline/error-entries.js";
import { RequestError, type RequestErrorCode } from "../pipeline/request-error.js";
import { jsonAnswer, send } from "./send.js";

/** Handler of a path that needs no key. */
export type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface PageSources {
  /** Public base URL without a trailing slash. */
  publicUrl: () => string;
  /** Readiness checks by name. */
  checks: () => Promise<Record<string, boolean>>;
}

export function createPages({ publicUrl, checks }: PageSources): ReadonlyMap<string, Page> {
  return new Map([
    [
      "/",
      onlyGet((_request, response) =>
        send(
          response,
          jsonAnswer(200, {
            name: "Offergraph",
            graphql: `${publicUrl()}/graphql/v1`,
            mcp: `${publicUrl()}/mcp`,
            ready: `${publicUrl()}/health/ready`,
          }),
        ),
      ),
    ],
    ["/health/live", onlyGet((_request, response) => send(response, jsonAnswer(200, { status: "live" })))],
    ["/health/ready", onlyGet((_request, response) => serveReady(response, checks))],
  ]);
}

export const notFound: Page = (_request, response) =>
  refuse(response, "NOT_FOUND", "Nothing is served at this path.", "Use POST /graphql/v1 for GraphQL or POST /mcp for MCP.");

/** Rejects a request with several Host headers, which a proxy may interpret differently (RFC 9112 3.2). */
export const severalHosts: Page = (_request, response) =>
  refuse(response, "BAD_REQUEST", "The request has more than one Host header.", "Send one Host header.", { Connection: "close" });

/** True if a request has more than one Host header. Reads rawHeaders, because Node keeps only the first in `headers`. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

async function serveReady(response: ServerResponse, checks: PageSources["checks"]): Promise<void> {
  const found = await checks();
  const isReady = Object.values(found).every(Boolean);
  send(response, jsonAnswer(isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: found }));
}

function onlyGet(page: Page): Page {
  return (request, response) =>
    request.method === "GET" || request.method === "HEAD"
      ? page(request, response)
      : refuse(response, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here.`, "Send a GET request.", { Allow: "GET, HEAD" });
}

function refuse(
  response: ServerResponse,
  code: RequestErrorCode,
  message: string,
  fix: string,
  headers: Record<string, string> = {},
): void {
  const id = newId();
  const error = new RequestError(code, message, { fix });
  send(response, jsonAnswer(error.status, { errors: errorEntries(error, id) }, { "X-Request-Id": id, ...headers }));
}
