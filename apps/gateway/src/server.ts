import { once } from "node:events";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBrokenRequests } from "@offergraph/shared/http/broken-requests";
import { requestPath } from "@offergraph/shared/http/request-path";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import type { Logger } from "@offergraph/shared/log/logger";
import { startMetricsServer } from "@offergraph/shared/telemetry/metrics-server";
import { startTelemetry } from "@offergraph/shared/telemetry/start-telemetry";
import { newId } from "@offergraph/shared/time/ids";
import { createDeps, type DepsOptions, type Gateway } from "./deps.js";
import { ClientDisconnected } from "./http/body.js";
import type { ClientRequest } from "./http/fast/buffered-request.js";
import type { ClientResponse } from "./http/fast/fast-response.js";
import { createFastServer } from "./http/fast/fast-server.js";
import { firstHeadSeconds, keepAliveSeconds } from "./http/fast/keep-alive.js";
import { createPages, hasSeveralHosts, isBrowserVisit, notFoundPage, type Page, redirect, sendError, severalHosts } from "./http/pages.js";
import { isPreflight, sendPreflight } from "./http/send.js";
import { McpContext } from "./mcp/context.js";
import { showProtectedResource } from "./oauth/protected-resource.js";
import { GraphqlContext } from "./pipeline/graphql.js";
import { ingestPipeline, mcpPipeline, operationPipeline, publicPipeline } from "./pipeline/pipelines.js";
import { runPipeline } from "./pipeline/run.js";
import { IngestContext, PublicContext } from "./proxy/context.js";
import { createSite } from "./site/site.js";
import { resourceMetadataPaths, routeOf } from "./supergraph/manifest.js";

export type StartOptions = Omit<DepsOptions, "publicUrl">;

// Must be less than 10 s, because the supervisor kills the process 10 s after SIGTERM.
const graceMs = 8_000;

/** Starts the gateway. The promise resolves when the gateway accepts requests. */
export async function startGateway({ env, log, ...options }: StartOptions) {
  let url = "";
  let isStopping = false;
  const publicUrl = () => (env.PUBLIC_URL ?? url).replace(/\/$/, "");
  const deps = await createDeps({ env, log, publicUrl, ...options });
  const checks = async () => ({ database: await deps.isDatabaseReady(), accepting: !isStopping });
  const site = createSite({ engine: deps.gateway.engine, manifests: deps.gateway.manifests, publicUrl });
  const pageOf = createPages({ publicUrl, checks, schemaStatus: deps.schemaStatus, site });
  const server = await startServer(deps.gateway, { pageOf, otherwise: notFoundPage(site) }, env);
  url = `http://${localHost(env.HOST)}:${server.port}`;
  const metricsServer = await startMetricsServer(deps.gateway.metrics, { host: env.METRICS_HOST, port: env.METRICS_PORT });
  const telemetry = await startTelemetry({ service: "gateway", settings: env, metrics: deps.gateway.metrics });
  log.info({ url, metricsUrl: metricsServer.url }, "ready");
  return {
    url,
    metricsUrl: metricsServer.url,
    /** Stops accepting connections, finishes the requests in progress, and releases all resources. */
    async stop() {
      isStopping = true;
      await server.stop();
      await telemetry.stop();
      await metricsServer.stop();
      await deps.stop();
    },
  };
}

interface Pages {
  pageOf(path: string): Page | undefined;
  /** Handles requests to paths without a page or API. */
  otherwise: Page;
}

async function startServer(gateway: Gateway, { pageOf, otherwise }: Pages, listen: { HOST: string; PORT: number }) {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (hasSeveralHosts(request)) return severalHosts(request, response);
    const path = requestPath(request.url) ?? "";
    const liftTimeLimit = limitTime(request, response, wholeRequestMs);
    const page = operations.get(path) ?? pageOf(path) ?? pageOfRoute(path, gateway, liftTimeLimit) ?? otherwise;
    answer(() => page(request, response, gateway)).catch((error: unknown) => fail(error, path, request, response, gateway.log));
  };
  // Node's requestTimeout is off, because the function limitTime limits the time for each request.
  const httpServer = createServer(
    {
      headersTimeout: firstHeadSeconds * 1000,
      requestTimeout: 0,
      keepAliveTimeout: keepAliveSeconds * 1000,
      connectionsCheckingInterval: 5_000,
    },
    handle,
  );
  httpServer.on("checkContinue", handle);
  answerBrokenRequests(httpServer);
  // Makes Node start the timeouts for request heads and idle connections. Node starts the timeouts at the event `listening`, but
  // `httpServer` never listens.
  httpServer.emit("listening");
  const running = trackResponses(httpServer);
  const fast = createFastServer({
    httpServer,
    handles: (url) => posts.has(requestPath(url) ?? ""),
    handle(request, response) {
      const path = requestPath(request.url) ?? "";
      const post = posts.get(path) as Post;
      answer(() => post(request, response, gateway)).catch((error: unknown) => fail(error, path, request, response, gateway.log));
    },
  });
  await new Promise<void>((resolve, reject) => {
    fast.server.once("error", reject).listen(listen.PORT, listen.HOST, resolve);
  });
  fast.server.on("error", (error) => gateway.log.error({ err: error }, "Failed to accept a connection"));
  return {
    port: (fast.server.address() as AddressInfo).port,
    /** Accepts no further requests, and waits for the requests in progress. */
    async stop(): Promise<void> {
      const closed = once(fast.server, "close");
      const cutOff = setTimeout(() => {
        fast.destroyAll();
        httpServer.closeAllConnections();
      }, graceMs);
      running.stop();
      fast.stop();
      httpServer.close();
      await closed;
      clearTimeout(cutOff);
    },
  };
}

/** Tracks the responses of node:http. After `stop`, closes each connection after the current response. */
function trackResponses(server: HttpServer) {
  const running = new Set<ServerResponse>();
  let isStopping = false;
  const track = (_request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader("Connection", "close");
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
  };
  server.prependListener("request", track).prependListener("checkContinue", track);
  return {
    stop(): void {
      isStopping = true;
      for (const response of running) if (!response.headersSent) response.setHeader("Connection", "close");
    },
  };
}

/** Logs the error of a request. If the response has not started, responds with 500. */
function fail(error: unknown, path: string, request: ClientRequest, response: ClientResponse, log: Logger): void {
  const { "x-request-id": requestId } = request.headers;
  // Logs only the start of the path, because the end may contain the secret of a signed URL.
  const route = path.split("/").slice(0, 3).join("/");
  if (error instanceof ClientDisconnected) log.info({ requestId, route }, error.message);
  else if (response.headersSent) log.error({ err: error, requestId, route }, "Failed to send a response");
  else {
    failPage(response, error, log);
    return;
  }
  response.destroy();
}

/** Responds with 500 if a page of the gateway failed. Pipelines send their own error responses. */
function failPage(response: ClientResponse, error: unknown, log: Logger): void {
  const requestId = newId();
  log.error({ err: error, requestId }, "Failed to create a page");
  sendError(response, error, requestId);
}

type Handler = (request: IncomingMessage, response: ServerResponse, gateway: Gateway) => void | Promise<void>;

/** Calls a handler. The returned promise also rejects if the handler throws synchronously. */
async function answer(handle: () => void | Promise<void>): Promise<void> {
  await handle();
}

/** Handler of POST requests. */
type Post = (request: ClientRequest, response: ClientResponse, gateway: Gateway) => Promise<void>;

const graphql: Post = (...given) => runPipeline(operationPipeline, new GraphqlContext(...given));
const mcp: Post = (...given) => runPipeline(mcpPipeline, new McpContext(...given));
const posts: ReadonlyMap<string, Post> = new Map([
  ["/graphql/v1", graphql],
  ["/mcp", mcp],
]);

const operations: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["/graphql/v1", withPreflight(withRedirect(graphql))],
  ["/mcp", withPreflight(mcp)],
  ...resourceMetadataPaths.map((path) => [path, showProtectedResource] as const),
]);

function withPreflight(handler: Handler): Handler {
  return (request, response, gateway) =>
    isPreflight(request) ? sendPreflight(request, response, gateway.corsOrigins) : handler(request, response, gateway);
}

function withRedirect(handler: Handler): Handler {
  return (request, response, gateway) =>
    isBrowserVisit(request) ? redirect(response, "../explorer") : handler(request, response, gateway);
}

/** Returns the handler of a path that is a route in a service's manifest. Returns undefined for a path that is not a route. */
function pageOfRoute(path: string, gateway: Gateway, liftTimeLimit: () => void): Page | undefined {
  const route = routeOf(gateway.manifests(), path);
  const upstream = route && gateway.upstreams.get(route.service);
  if (!upstream) return undefined;
  const { level } = route;
  return (request, response) =>
    level === undefined
      ? runPipeline(publicPipeline, new PublicContext(request, response, gateway, route, upstream))
      : runPipeline(ingestPipeline, new IngestContext(request, response, gateway, { ...route, level }, upstream, liftTimeLimit));
}

function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
