import type { IncomingMessage, ServerResponse } from "node:http";
import { visitorHeader, visitorSigner } from "../access/visitor.js";
import { HttpError } from "../errors/http-error.js";
import type { Logger } from "../log/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Clock } from "../time/clock.js";
import { statuses } from "./answer.js";
import { readBody } from "./body.js";
import { requestError } from "./errors.js";

/** A request that came without a key through the gateway, to one of a service's own paths. */
export interface Visit {
  readonly request: IncomingMessage;
  /** Headers that are set here go out with the answer, whatever it is. */
  readonly response: ServerResponse;
  /** The path and what follows it; scheme and host mean nothing. */
  readonly url: URL;
  /** The parts of the path that the route names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The visitor's network address, as the gateway signed it. */
  readonly address: string;
  readonly requestId: string;
  /** Bound to the request. */
  readonly log: Logger;
  /** The whole body; throws PublicError BODY_TOO_LARGE beyond 1 MiB, which the gateway takes at most. */
  body(): Promise<Buffer>;
}

export interface RouteAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

/** What a service answers at a path of its own, beside GraphQL. */
export interface Route {
  /** Its name in metrics. */
  name: string;
  /** GET answers HEAD too. */
  method: "GET" | "POST" | "PATCH" | "OPTIONS";
  /** E.g. "/f/:publicKey"; "*" as the last part takes all that follows, and is named so in `params`. */
  path: string;
  /** What it throws is answered as JSON: HttpError and PublicError as they say, all else as 500 without a word of it. */
  answer(visit: Visit): RouteAnswer | Promise<RouteAnswer>;
}

export interface Routes {
  /** Answers a request; false when no route has its path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Resolves when every answer that was begun has ended, also those whose caller left. */
  idle(): Promise<void>;
}

interface RoutesOptions {
  routes: readonly Route[];
  signingKey: string;
  log: Logger;
  clock: Clock;
  metrics: Metrics;
}

const mostBytes = 1024 * 1024;

/** Serves these routes to whom the gateway vouches for. */
export function createRoutes({ routes, signingKey, log, clock, metrics }: RoutesOptions): Routes {
  const signer = visitorSigner(signingKey);
  const running = new Set<Promise<void>>();
  const known = routes.map((route) => ({ route, parts: route.path.split("/") }));

  async function serve(found: readonly Found[], url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    let label = "refused";
    let outcome = "error";
    let bound = log;
    let requestId: string | undefined;
    try {
      const signature = request.headers[visitorHeader];
      const visitor = signer.verify(typeof signature === "string" ? signature : undefined, clock.now().getTime());
      requestId = visitor.requestId;
      bound = log.child({ requestId });
      const { route, params } = ofMethod(found, request.method);
      label = route.name;
      const { address } = visitor;
      const body = () => readBody(request, mostBytes);
      const answer = await route.answer({ request, response, url, params, address, requestId, log: bound, body });
      if (answer.status < 500) outcome = "ok";
      write(response, answer);
    } catch (error) {
      refuse(response, error, requestId, bound);
    } finally {
      metrics.requests.observe({ operation: label, outcome }, (performance.now() - started) / 1000);
    }
  }

  return {
    answer(request, response) {
      if (!request.url?.startsWith("/")) return false;
      const url = new URL(`http://service${request.url}`);
      const parts = url.pathname.split("/");
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

interface Found {
  route: Route;
  params: Record<string, string>;
}

/** The named parts of a path; undefined when the path is another one. */
function match(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const takesRest = wanted.at(-1) === "*";
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const rest = takesRest && index === wanted.length - 1;
    const text = decoded(rest ? given.slice(index).join("/") : (given[index] ?? ""));
    if (text === undefined) return undefined;
    if (rest) params["*"] = text;
    else if (part.startsWith(":") && text !== "") params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function ofMethod(found: readonly Found[], method = ""): Found {
  const one = found.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
  if (one) return one;
  const allowed = found.flatMap(({ route }) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method])).join(", ");
  throw new HttpError(405, "METHOD_NOT_ALLOWED", `${method} is not taken here; allowed: ${allowed}.`, { allow: allowed });
}

function write(response: ServerResponse, { status, headers = {}, body = "" }: RouteAnswer): void {
  if (response.destroyed) return;
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}

function refuse(response: ServerResponse, error: unknown, requestId: string | undefined, log: Logger): void {
  const { message, extensions } = requestError(error, log);
  const status = error instanceof HttpError ? error.status : (statuses[String(extensions.code)] ?? 400);
  const headers = error instanceof HttpError ? error.headers : {};
  const body = JSON.stringify({ errors: [{ message, extensions: { ...extensions, requestId } }] });
  write(response, { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body });
}
