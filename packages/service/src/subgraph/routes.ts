import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dryRunHeader, parseDryRun } from "@offergraph/shared/access/dry-run";
import {
  type AccessLevel,
  allows,
  type Principal,
  principalHeader,
  principalSigner,
  type SignedRequest,
} from "@offergraph/shared/access/principal";
import { type Visitor, visitorHeader, visitorSigner } from "@offergraph/shared/access/visitor";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { readBody } from "@offergraph/shared/http/body";
import { decodeComponent, requestPath } from "@offergraph/shared/http/request-path";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import { traceIdOf, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { endRequestSpan, startSpan } from "@offergraph/shared/telemetry/tracing";
import type { Clock } from "@offergraph/shared/time/clock";
import { statuses } from "./answer.js";
import { requestError } from "./errors.js";

interface HttpRequest {
  readonly request: IncomingMessage;
  /** Error responses also contain the headers that the handler sets on this object. */
  readonly response: ServerResponse;
  /** The request's path and query as a URL. The URL's scheme and host are placeholders. */
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly log: Logger;
  /**
   * Reads the whole request body. Throws PublicError BODY_TOO_LARGE if the body exceeds `maxBytes` (default 1 MiB). For `onBytes`, see
   * `readBody`.
   */
  body(maxBytes?: number, onBytes?: (bytes: number) => void): Promise<Buffer>;
}

export interface PublicRequest extends HttpRequest {
  /** The client's network address, which the gateway sends in a signed header. */
  readonly address: string;
}

export interface AuthenticatedRequest extends HttpRequest {
  readonly principal: Principal;
  readonly traceparent: string | undefined;
}

export interface RouteAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** An iterable is sent as fast as the client reads. An error after the first chunk cannot change the status. */
  body?: string | Buffer | AsyncIterable<string>;
}

interface RouteBase {
  name: string;
  /** GET includes HEAD. */
  method: "GET" | "POST" | "PATCH" | "OPTIONS";
  /** Path pattern, for example "/f/:publicKey". A "*" at the end matches any rest of the path (`params["*"]`). */
  path: string;
}

// If a handler throws an error, the client gets a JSON response. HttpError and PublicError determine the status and the message of the
// response. For all other errors, the status is 500.

export interface PublicRoute extends RouteBase {
  level?: undefined;
  answer(request: PublicRequest): RouteAnswer | Promise<RouteAnswer>;
}

/** A route for requests with an API key of at least `level`. The gateway limits the duration of requests with an API key. */
export interface AuthenticatedRoute extends RouteBase {
  level: AccessLevel;
  answer(request: AuthenticatedRequest): RouteAnswer | Promise<RouteAnswer>;
}

export type Route = PublicRoute | AuthenticatedRoute;

export interface Routes {
  /** Returns false if no route matches the request's path. If a route matches, starts to handle the request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Waits until all handlers have ended, including handlers whose clients have disconnected. */
  idle(): Promise<void>;
}

interface RoutesOptions {
  /** The service's name, which is the audience in the gateway's signatures. */
  service: string;
  routes: readonly Route[];
  signingKey: string;
  log: Logger;
  clock: Clock;
  metrics: Metrics;
}

const maxBytes = 1024 * 1024;

export function createRoutes({ service, routes, signingKey, log, clock, metrics }: RoutesOptions): Routes {
  const [visitors, principals] = [visitorSigner(signingKey), principalSigner(signingKey)];
  const running = new Set<Promise<void>>();
  const known = routes.map((route) => ({ route, parts: route.path.split("/") }));

  async function serve(found: readonly Found[], url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const span = startSpan("server", "route", header(request, traceparentHeader));
    // Replaces the received header with the header of the span, which handlers pass on to transactions and events.
    if (span) request.headers[traceparentHeader] = span.traceparent;
    let label = "refused";
    let outcome = "error";
    let bound = log;
    let requestId: string | undefined;
    const needsKey = found.some(({ route }) => route.level !== undefined);
    const liftTimeLimit = limitTime(request, response, wholeRequestMs);
    try {
      const now = clock.now().getTime();
      const identity = needsKey
        ? { principal: principals.verify(header(request, principalHeader), now, streamed(service, request)) }
        : { visitor: visitors.verify(header(request, visitorHeader), now) };
      ({ requestId } = identity.principal ?? identity.visitor);
      const trace_id = traceIdOf(header(request, traceparentHeader));
      bound = log.child({ requestId, trace_id, ...(identity.principal && { workspaceId: identity.principal.workspaceId }) });
      const { route, params } = ofMethod(found, request.method);
      label = route.name;
      refuseDryRun(request);
      const body: HttpRequest["body"] = (most = maxBytes, onBytes) => readBody(request, most, onBytes);
      const base: HttpRequest = { request, response, url, params, requestId, log: bound, body };
      if (needsKey) liftTimeLimit();
      const answer = await ask(route, base, identity);
      if (answer.status < 500) outcome = "ok";
      await write(response, answer);
    } catch (error) {
      const status = refuse(response, error, requestId, bound);
      // A response to a client's mistake counts as "ok". The status 401 counts as "error", because the gateway signs every identity.
      if (status < 500 && status !== 401) outcome = "ok";
    } finally {
      metrics.observeRequest(label, outcome, (performance.now() - started) / 1000, span?.traceId);
      endRequestSpan(span, label, outcome);
    }
  }

  return {
    answer(request, response) {
      const pathname = requestPath(request.url);
      if (pathname === undefined) return false;
      const url = new URL(`http://service${request.url}`);
      // Does not normalize the path, because the gateway routes by the unchanged path.
      const parts = pathname.split("/");
      const found = known.flatMap(({ route, parts: wanted }) => {
        const params = match(wanted, parts);
        return params ? [{ route, params }] : [];
      });
      if (found.length === 0) return false;
      const work = serve(found, url, request, response).finally(() => running.delete(work));
      running.add(work);
      return true;
    },
    async idle() {
      await Promise.all(running);
    },
  };
}

/** Returns the parts of a request that the gateway signed. The body is not signed, because the body may be a stream. */
function streamed(service: string, { method = "", url = "" }: IncomingMessage): SignedRequest {
  return { service, method, path: url, body: undefined };
}

type Identity = { visitor: Visitor; principal?: undefined } | { principal: Principal; visitor?: undefined };

function ask(route: Route, base: HttpRequest, { visitor, principal }: Identity): RouteAnswer | Promise<RouteAnswer> {
  if (route.level === undefined) {
    if (!visitor) throw new Error(`Invariant violated: some routes of ${route.path} require a key and some do not.`);
    return route.answer({ ...base, address: visitor.address });
  }
  if (!principal || !allows(principal.level, route.level))
    throw new HttpError(403, "access_level_insufficient", `This route requires a key with access level ${route.level}.`);
  return route.answer({ ...base, principal, traceparent: header(base.request, traceparentHeader) });
}

interface Found {
  route: Route;
  params: Record<string, string>;
}

function match(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const takesRest = wanted.at(-1) === "*";
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const isLast = takesRest && index === wanted.length - 1;
    const text = decodeComponent(isLast ? given.slice(index).join("/") : (given[index] ?? ""));
    if (text === undefined) return undefined;
    if (isLast) params["*"] = text;
    else if (part.startsWith(":") && text !== "") params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

/** Returns a header's value, or undefined if the header is absent or has a list of values. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function ofMethod(found: readonly Found[], method = ""): Found {
  const one = found.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
  if (one) return one;
  const allowed = found.flatMap(({ route }) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method])).join(", ");
  throw new HttpError(405, "METHOD_NOT_ALLOWED", `Method ${method} is not allowed for this path. Allowed: ${allowed}.`, { allow: allowed });
}

/** Routes do not support dry runs, because a handler cannot roll back its changes. */
function refuseDryRun(request: IncomingMessage): void {
  const given = header(request, dryRunHeader);
  if (given !== undefined && parseDryRun(given) !== false)
    throw new HttpError(400, "dry_run_not_supported", "This path does not support dry runs. Nothing was changed.");
}

async function write(response: ServerResponse, { status, headers = {}, body = "" }: RouteAnswer): Promise<void> {
  if (typeof body !== "string" && !Buffer.isBuffer(body)) {
    response.writeHead(status, headers).flushHeaders();
    return pipeline(Readable.from(detachReturn(body)), response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  }
  if (response.destroyed) return;
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}

/** Hides the method `throw`, because Node.js would call `throw` instead of `return` after a disconnect. */
function detachReturn(parts: AsyncIterable<string>): AsyncIterable<string> {
  const iterator = parts[Symbol.asyncIterator]();
  const one: AsyncIterator<string> = {
    next: () => iterator.next(),
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => one };
}

function refuse(response: ServerResponse, error: unknown, requestId: string | undefined, log: Logger): number {
  const { message, extensions } = requestError(error, log);
  const status = error instanceof HttpError ? error.status : (statuses[String(extensions.code)] ?? 400);
  const headers = error instanceof HttpError ? error.headers : {};
  const body = JSON.stringify({ errors: [{ message, extensions: { ...extensions, requestId } }] });
  write(response, { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body });
  return status;
}
