import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBrokenRequests } from "@offergraph/shared/http/broken-requests";
import { requestPath } from "@offergraph/shared/http/request-path";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import type { Logger } from "@offergraph/shared/log/logger";
import { startMetricsServer } from "@offergraph/shared/telemetry/metrics-server";
import { newId } from "@offergraph/shared/time/ids";
import { createDeps, type DepsOptions, type Gateway } from "./deps.js";
import { ClientDisconnected } from "./http/body.js";
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

// The time limit for a graceful shutdown must be less than 10 s, because the supervisor kills the process 10 s after SIGTERM.
const graceMs = 8_000;

/** Starts the gateway. The promise resolves when the gateway accepts requests. */
export async function startGateway({ env, log, signal, windowSeconds }: StartOptions) {
  let url = "";
  let isStopping = false;
  const publicUrl = () => (env.PUBLIC_URL ?? url).replace(/\/$/, "");
  const deps = await createDeps({ env, log, publicUrl, signal, windowSeconds });
  const checks = async () => ({ database: await deps.isDatabaseReady(), accepting: !isStopping });
  const site = createSite({ engine: deps.gateway.engine, manifests: deps.gateway.manifests, publicUrl });
  const pageOf = createPages({ publicUrl, checks, site });
  const server = await startServer(deps.gateway, { pageOf, otherwise: notFoundPage(site) }, env);
  url = `http://${localHost(env.HOST)}:${(server.address() as AddressInfo).port}`;
  const metricsServer = await startMetricsServer(deps.gateway.metrics, { host: env.METRICS_HOST, port: env.METRICS_PORT });
  log.info({ url, metricsUrl: metricsServer.url }, "ready");
  return {
    url,
    metricsUrl: metricsServer.url,
    /** Stops accepting connections, finishes the requests in progress, and releases all resources. */
    async stop() {
      isStopping = true;
      await close(server);
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

async function startServer(gateway: Gateway, { pageOf, otherwise }: Pages, listen: { HOST: string; PORT: number }): Promise<Server> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (hasSeveralHosts(request)) return severalHosts(request, response);
    const path = requestPath(request.url) ?? "";
    const liftTimeLimit = limitTime(request, response, wholeRequestMs);
    const page = operations.get(path) ?? pageOf(path) ?? pageOfRoute(path, gateway, liftTimeLimit) ?? otherwise;
    answer(page, request, response, gateway).catch((error: unknown) => {
      const { "x-request-id": requestId } = request.headers;
      // Logs only the start of the path, because the end may contain the secret of a signed URL.
      const route = path.split("/").slice(0, 3).join("/");
      if (error instanceof ClientDisconnected) gateway.log.info({ requestId, route }, error.message);
      else if (!response.headersSent) return failPage(response, error, gateway.log);
      else gateway.log.error({ err: error, requestId, route }, "Failed to send a response");
      response.destroy();
    });
  };
  // The function limitTime limits the time for a whole request. Node's requestTimeout is off, because some requests may take longer.
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    handle,
  );
  server.on("checkContinue", handle);
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(listen.PORT, listen.HOST, resolve);
  });
  return server;
}

/** Responds with 500 if a page of the gateway failed. Pipelines send their own error responses. */
function failPage(response: ServerResponse, error: unknown, log: Logger): void {
  const requestId = newId();
  log.error({ err: error, requestId }, "Failed to create a page");
  sendError(response, error, requestId);
}

type Handler = (request: IncomingMessage, response: ServerResponse, gateway: Gateway) => void | Promise<void>;

/** Calls a handler. The returned promise also rejects if the handler throws synchronously. */
async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  await handler(request, response, gateway);
}

const operations: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["/graphql/v1", withPreflight(withRedirect((...given) => runPipeline(operationPipeline, new GraphqlContext(...given))))],
  ["/mcp", withPreflight((...given) => runPipeline(mcpPipeline, new McpContext(...given)))],
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

/** Returns the handler of a path that is a route in a service's manifest. Returns undefined for other paths. */
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    // `Connection: close` ends each keep-alive connection after the next response.
    server.prependListener("request", (_request, response: ServerResponse) => response.setHeader("Connection", "close"));
  });
}

function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
