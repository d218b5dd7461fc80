import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@offergraph/shared/time/ids";
import { errorEntries, methodNotAllowed, RequestError, toRequestError } from "../pipeline/request-error.js";
import { prefersHtml } from "../site/send-document.js";
import type { Site } from "../site/site.js";
import type { ClientResponse } from "./fast/fast-response.js";
import { jsonAnswer, send } from "./send.js";

/** Request handler of one path. */
export type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

interface PagesOptions {
  /** Returns the gateway's public URL without a trailing slash. */
  publicUrl(): string;
  /** Returns the results of the readiness checks by name. */
  checks(): Promise<Record<string, boolean>>;
  /** Describes the schemas of the subgraphs. A refused schema does not make the gateway unready. */
  schemaStatus(): object;
  site: Site;
}

/**
 * Creates the function that returns the gateway's page at a path. The function returns undefined if the gateway has no page at the path.
 */
export function createPages({ publicUrl, checks, schemaStatus, site }: PagesOptions): (path: string) => Page | undefined {
  const home = site.page("/") ?? notFound;
  const index: Page = (request, response) => {
    if (prefersHtml(request)) return home(request, response);
    const url = publicUrl();
    const apis = { graphql: `${url}/graphql/v1`, mcp: `${url}/mcp`, ready: `${url}/health/ready`, live: `${url}/health/live` };
    const forPeople = {
      studio: `${url}/studio`,
      explorer: `${url}/explorer`,
      docs: `${url}/docs`,
      operations: `${url}/site/operations.json`,
    };
    send(response, jsonAnswer(200, { name: "Offergraph", ...apis, ...forPeople }, { Vary: "Accept" }));
  };
  const live: Page = (_request, response) => send(response, jsonAnswer(200, { status: "live" }));
  const ready: Page = async (_request, response) => {
    const found = await checks();
    const isReady = Object.values(found).every(Boolean);
    send(response, jsonAnswer(isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: found, schema: schemaStatus() }));
  };
  const own = new Map([
    ["/", index],
    ["/health/live", live],
    ["/health/ready", ready],
  ]);
  return (path) => {
    const page = own.get(path) ?? site.page(path);
    return page && onlyGet(page);
  };
}

/** Responds with 404. Browsers get a page, and other clients get JSON. */
export function notFoundPage(site: Site): Page {
  return (request, response) => (prefersHtml(request) && isRead(request) ? site.notFound(request, response) : notFound(request, response));
}

export const notFound: Page = (_request, response) => {
  const fix = "Use POST /graphql/v1 for GraphQL or POST /mcp for MCP.";
  sendError(response, new RequestError("NOT_FOUND", "The gateway has no page or API at this path.", { fix }));
};

/**
 * True for a browser's visit to the GraphQL endpoint: a GET request for HTML without an API key. The gateway redirects browsers to the
 * explorer.
 */
export function isBrowserVisit(request: IncomingMessage): boolean {
  const { authorization, "x-api-key": key } = request.headers;
  return request.method === "GET" && authorization === undefined && key === undefined && prefersHtml(request);
}

/** Redirects the browser to another page of the gateway. `Vary` keeps caches from sending the redirect to API clients. */
export function redirect(response: ServerResponse, location: string): void {
  send(response, { status: 303, headers: { Location: location, Vary: "Accept, Authorization, X-API-Key" }, body: "" });
}

/** Rejects a request with several Host headers (RFC 9112 3.2). A proxy and the gateway may read different Host headers. */
export const severalHosts: Page = (_request, response) => {
  const fix = "Send one Host header.";
  sendError(response, new RequestError("BAD_REQUEST", "The request has more than one Host header.", { fix }, { Connection: "close" }));
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

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function onlyGet(page: Page): Page {
  return (request, response) =>
    isRead(request) ? page(request, response) : sendError(response, methodNotAllowed(request, "GET, HEAD", "Send a GET request."));
}

/** Sends a thrown value as an error response. A value that is not a PublicError becomes an internal error without details. */
export function sendError(response: ClientResponse, thrown: unknown, requestId = newId()): void {
  const { status, error, headers } = toRequestError(thrown);
  send(response, jsonAnswer(status, { errors: errorEntries(error, requestId) }, { "X-Request-Id": requestId, ...headers }));
}
