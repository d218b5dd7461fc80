import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBrokenRequests } from "@offergraph/shared/http/broken-requests";
import { requestPath } from "@offergraph/shared/http/request-path";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import type { Gateway } from "./gateway.js";
import { ClientDisconnected } from "./http/body.js";
import { corsHeaders, isPreflight, preflightHeaders } from "./http/cors.js";
import { graphqlTransport } from "./http/graphql-transport.js";
import { hasSeveralHosts, notFound, type Page, severalHosts } from "./http/pages.js";
import { send } from "./http/send.js";
import { limitHeaders } from "./limits/limit.js";
import { logExecuted, measure } from "./log-request.js";
import { McpTransport } from "./mcp/transport.js";
import { IngestContext } from "./proxy/ingest-context.js";
import { type ProxyContext, PublicContext } from "./proxy/public-context.js";
import { writeProxyError } from "./proxy/write-proxy-error.js";
import { type Answer, OperationContext, type Transport } from "./request-context.js";
import { authenticate } from "./steps/authenticate.js";
import { authorize } from "./steps/authorize.js";
import { authorizeIngest } from "./steps/authorize-ingest.js";
import { checkIdempotencyKey } from "./steps/check-idempotency-key.js";
import { execute } from "./steps/execute.js";
import { formatErrors } from "./steps/format-errors.js";
import { limitAddress } from "./steps/limit-address.js";
import { limitCost } from "./steps/limit-cost.js";
import { countFailedAttempt, limitFailedAttempts } from "./steps/limit-failed-attempts.js";
import { limitIngest } from "./steps/limit-ingest.js";
import { limitKey } from "./steps/limit-key.js";
import { limitPublic } from "./steps/limit-public.js";
import { prepare } from "./steps/prepare.js";
import { proxyRequest } from "./steps/proxy-request.js";
import { readKey } from "./steps/read-key.js";
import { readOperation } from "./steps/read-operation.js";
import { readPublicRequest } from "./steps/read-public-request.js";
import { requestId } from "./steps/request-id.js";
import { respondPublic } from "./steps/respond-public.js";
import { signPrincipal } from "./steps/sign-principal.js";
import type { Step } from "./steps/step.js";
import { stripReservedHeaders } from "./steps/strip-reserved-headers.js";
import { validateIngest } from "./steps/validate-ingest.js";
import { routeOf } from "./supergraph/manifest.js";

/** Pipeline of GraphQL and MCP requests (decisions.md 4, docs/request-path.md). */
export const operationPipeline: readonly Step[] = [
  stripReservedHeaders,
  requestId,
  limitAddress,
  readKey,
  limitFailedAttempts,
  authenticate,
  limitKey,
  readOperation,
  prepare,
  authorize,
  checkIdempotencyKey,
  limitCost,
  signPrincipal,
  execute,
];

/** Pipeline of proxied requests to routes without a key. */
export const publicPipeline: readonly Step<PublicContext>[] = [
  stripReservedHeaders,
  requestId,
  limitPublic,
  readPublicRequest,
  respondPublic,
];

/** Pipeline of requests to routes with a key. */
export const ingestPipeline: readonly Step<IngestContext>[] = [
  stripReservedHeaders,
  requestId,
  limitPublic,
  readKey,
  limitFailedAttempts,
  authenticate,
  limitKey,
  authorizeIngest,
  validateIngest,
  limitIngest,
  proxyRequest,
];

/** Transports of operation requests, by path. */
const transports: ReadonlyMap<string, () => Transport> = new Map<string, () => Transport>([
  ["/graphql/v1", () => graphqlTransport],
  ["/mcp", () => new McpTransport()],
]);

export interface ServerOptions {
  gateway: Gateway;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Other paths, which are not rate-limited. */
  pages: ReadonlyMap<string, Page>;
}

export interface RunningServer {
  readonly port: number;
  /** Stops accepting requests and resolves when those in progress are done; closes their connections after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the public HTTP server. */
export async function startServer({ gateway, host, port, pages }: ServerOptions): Promise<RunningServer> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (hasSeveralHosts(request)) return severalHosts(request, response);
    const pathname = requestPath(request.url) ?? "";
    const liftTimeLimit = limitTime(request, response, wholeRequestMs);
    const makeTransport = transports.get(pathname);
    const served = makeTransport
      ? serveOperation(new OperationContext(request, response, gateway, makeTransport()))
      : (pages.get(pathname) ?? wayTo(pathname, gateway, liftTimeLimit) ?? notFound)(request, response);
    // Too late for an error response.
    Promise.resolve(served).catch((error: unknown) => {
      const { "x-request-id": requestId } = request.headers;
      if (error instanceof ClientDisconnected) gateway.log.info({ requestId, path: pathname }, error.message);
      else gateway.log.error({ err: error, requestId }, "Failed to send a response");
      response.destroy();
    });
  };
  // headersTimeout bounds slow headers, limitTime above the whole request.
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    handle,
  );
  server.on("checkContinue", handle);
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (graceMs) => close(server, graceMs) };
}

async function serveOperation(exchange: OperationContext): Promise<void> {
  const { request, response, gateway } = exchange;
  const cors = corsHeaders(request, gateway.corsOrigins);
  if (isPreflight(request)) return send(response, { status: 204, headers: preflightHeaders(cors), body: "" });
  const answer = await answerOf(exchange);
  const limits = exchange.verdict ? limitHeaders(exchange.verdict) : {};
  send(response, { ...answer, headers: { "X-Request-Id": exchange.requestId, ...limits, ...cors, ...answer.headers } });
}

function wayTo(pathname: string, gateway: Gateway, liftTimeLimit: () => void): Page | undefined {
  const target = routeOf(gateway.domain(), pathname);
  const owner = target && gateway.owners.get(target.service);
  if (!owner) return undefined;
  return target.level !== undefined
    ? (request, response) => serveDelivery(new IngestContext(request, response, gateway, target, owner, liftTimeLimit))
    : (request, response) => serveVisit(new PublicContext(request, response, gateway, target, owner));
}

async function serveVisit(visit: PublicContext): Promise<void> {
  let outcome = "ok";
  try {
    for (const step of publicPipeline) await step(visit);
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    outcome = writeProxyError(visit, error, visit.gateway.log.child({ requestId: visit.requestId }));
  }
  measurePassing(visit, outcome);
}

async function serveDelivery(delivery: IngestContext): Promise<void> {
  const { request, response } = delivery;
  let outcome = "ok";
  try {
    for (const step of ingestPipeline) await step(delivery);
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    outcome = writeProxyError(delivery, await countFailedAttempt(delivery, error), delivery.log);
  }
  // Bounds the rest of a stream whose response was sent before its end.
  if (delivery.isStream && !request.complete) limitTime(request, response, wholeRequestMs);
  measurePassing(delivery, outcome);
}

function measurePassing({ target, startedAt, gateway }: ProxyContext, outcome: string): void {
  gateway.metrics.requests.observe({ operation: target.name, outcome }, (performance.now() - startedAt) / 1000);
}

async function answerOf(exchange: OperationContext): Promise<Answer> {
  try {
    for (const step of operationPipeline) {
      const pending = step(exchange);
      if (pending) await pending;
      if (exchange.answer) break;
    }
    if (!exchange.answer) throw new Error("Invariant violated: no step set a response.");
    measure(exchange, exchange.errorCodes[0] ?? "ok");
    logExecuted(exchange);
    return exchange.answer;
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    return formatErrors(exchange, error);
  }
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    // Closes keep-alive connections with their next response.
    server.prependListener("request", (_request, response: ServerResponse) => response.setHeader("Connection", "close"));
  });
}
