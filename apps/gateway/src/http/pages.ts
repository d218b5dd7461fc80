import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@offergraph/shared/time/ids";
import { errorEntries, methodNotAllowed, RequestError } from "../pipeline/request-error.js";
import { jsonAnswer, send } from "./send.js";

/** Handles the requests to a path. */
export type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * Creates the gateway's own pages, by path. `publicUrl` returns a URL that does not end with "/". `checks` returns the results of the
 * readiness checks by name.
 */
export function createPages(publicUrl: () => string, checks: () => Promise<Record<string, boolean>>): ReadonlyMap<string, Page> {
  const index: Page = (_request, response) => {
    const url = publicUrl();
    const body = { name: "Offergraph", graphql: `${url}/graphql/v1`, mcp: `${url}/mcp`, ready: `${url}/health/ready` };
    send(response, jsonAnswer(200, body));
  };
  const live: Page = (_request, response) => send(response, jsonAnswer(200, { status: "live" }));
  const ready: Page = async (_request, response) => {
    const found = await checks();
    const isReady = Object.values(found).every(Boolean);
    send(response, jsonAnswer(isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: found }));
  };
  return new Map([
    ["/", onlyGet(index)],
    ["/health/live", onlyGet(live)],
    ["/health/ready", onlyGet(ready)],
  ]);
}

export const notFound: Page = (_request, response) => {
  const fix = "Use POST /graphql/v1 for GraphQL or POST /mcp for MCP.";
  reject(response, new RequestError("NOT_FOUND", "Nothing is served at this path.", { fix }));
};

/** Rejects a request with several Host headers: a proxy may use another Host than the gateway (RFC 9112 3.2). */
export const severalHosts: Page = (_request, response) => {
  const fix = "Send one Host header.";
  reject(response, new RequestError("BAD_REQUEST", "The request has more than one Host header.", { fix }, { Connection: "close" }));
};

/** Reads rawHeaders, because `headers` contains only the first Host. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

function onlyGet(page: Page): Page {
  return (request, response) =>
    request.method === "GET" || request.method === "HEAD"
      ? page(request, response)
      : reject(response, methodNotAllowed(request, "GET, HEAD", "Send a GET request."));
}

function reject(response: ServerResponse, error: RequestError): void {
  const id = newId();
  send(response, jsonAnswer(error.status, { errors: errorEntries(error, id) }, { "X-Request-Id": id, ...error.headers }));
}
