import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { WarningKind } from "@offergraph/shared/errors/warning";
import { readBody } from "@offergraph/shared/http/body";
import { answerBrokenRequests } from "@offergraph/shared/http/broken-requests";
import { stopServer } from "@offergraph/shared/http/stop-server";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import type { Logger } from "@offergraph/shared/log/logger";
import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { createMetrics, type Metrics } from "@offergraph/shared/telemetry/metrics";
import { startMetricsServer } from "@offergraph/shared/telemetry/metrics-server";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Database } from "../tx/database.js";
import type { FindLaterWork } from "../tx/dry-run.js";
import { send, sendReply } from "./answer.js";
import type { RequestBase } from "./context.js";
import { type GraphqlRequest, graphqlHandler } from "./graphql-handler.js";
import { serveLinks } from "./links.js";
import { publishedManifest } from "./published-manifest.js";
import { createRoutes, header, type Route } from "./routes.js";
import { trackConnections } from "./track-connections.js";

export interface SubgraphOptions<Context extends RequestBase> {
  name: string;
  sdl: string;
  manifest?: ManifestInput;
  /** Events that the service may emit. */
  events?: readonly EventDefinition[];
  /** Kinds of warnings that the service's jobs have. */
  jobWarnings?: readonly WarningKind[] | undefined;
  resolvers: object;
  env: { HOST: string; PORT: number; GATEWAY_SIGNING_KEY: string; DATABASE_POOL: number; METRICS_HOST?: string; METRICS_PORT?: number };
  log: Logger;
  clock: Clock;
  database: Database<never>;
  /** The service's metrics; by default, metrics of requests only. */
  metrics?: Metrics;
  prepare(base: RequestBase): Context;
  routes?: readonly Route[];
  findLaterWork?: FindLaterWork | undefined;
  /** Maximum time in milliseconds for which a request waits for an earlier one with its Idempotency-Key. Only tests change the default. */
  idempotencyWaitMs?: number;
  /** Returns the availability of each dependency by name. */
  isReady(): Promise<Record<string, boolean>>;
}

export interface Subgraph {
  url: string;
  port: number;
  metricsUrl: string;
  /** Manifest that the server publishes, as JSON. */
  manifest: string;
  /** Waits until no connection is open, at most for `maxMs`. */
  waitUntilUnused(maxMs: number): Promise<void>;
  /** Rejects new requests, waits for running requests, and closes the server. */
  stop(): Promise<void>;
}

// Larger than the gateway's limit of 1 MiB, because the gateway adds entity representations to requests.
const maxBytes = 8 * 1024 * 1024;

/**
 * Serves a subgraph: POST /graphql, GET /manifest, health checks and the service's routes. Serves /metrics on another port. GraphQL and
 * routes require an identity that the gateway signed. The gateway has already checked the access level, and the service checks the level
 * again.
 */
export async function startSubgraph<Context extends RequestBase>(options: SubgraphOptions<Context>): Promise<Subgraph> {
  const { name, env, log, metrics = createMetrics(name) } = options;
  const answer = graphqlHandler(options, metrics);
  const routes = createRoutes({
    service: name,
    routes: options.routes ?? [],
    signingKey: env.GATEWAY_SIGNING_KEY,
    log,
    clock: options.clock,
    metrics,
  });
  const manifest = JSON.stringify(publishedManifest(options.manifest ?? {}, options.resolvers, options.events ?? [], options.jobWarnings));
  const server = createServer({ keepAlive: true }, (request, response) => {
    const route = `${request.method} ${request.url}`;
    if (route === "POST /graphql") {
      limitTime(request, response, wholeRequestMs);
      void answer(overHttp(request)).then((reply) => sendReply(response, reply));
    } else if (route === "GET /health/live") send(response, 200, "application/json", '{"status":"ok"}');
    else if (route === "GET /health/ready") void ready(options, response);
    else if (route === "GET /manifest") send(response, 200, "application/json", manifest);
    else if (!routes.answer(request, response)) sendNotFound(response);
  });
  const connections = trackConnections(server);
  const links = serveLinks(server, { answer, maxBytes, log });
  answerBrokenRequests(server);
  // Turns off Node's time limit for requests, which would interrupt streams. `limitTime` limits all other requests.
  server.requestTimeout = 0;
  server.headersTimeout = 10_000;
  // Must exceed the gateway's keep-alive timeout, because the gateway must close idle connections first.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(env.PORT, env.HOST), "listening");
  const metricsServer = await startMetricsServer(metrics, { host: env.METRICS_HOST ?? "127.0.0.1", port: env.METRICS_PORT ?? 0 }).catch(
    async (error: unknown) => {
      server.close();
      throw error;
    },
  );
  const { port } = server.address() as AddressInfo;
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  const stop = async () => {
    await Promise.all([links.stop(), stopServer(server, log)]);
    await routes.idle();
    await metricsServer.stop();
  };
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/graphql`;
  return { port, metricsUrl: metricsServer.url, url, manifest, waitUntilUnused: connections.waitUntilNone, stop };
}

function overHttp(request: IncomingMessage): GraphqlRequest {
  return { header: (name) => header(request, name), body: () => readBody(request, maxBytes) };
}

function sendNotFound(response: ServerResponse): void {
  send(response, 404, "application/json", '{"errors":[{"message":"Not found.","extensions":{"code":"NOT_FOUND"}}]}', 1);
}

async function ready(options: { isReady(): Promise<Record<string, boolean>>; log: Logger }, response: ServerResponse): Promise<void> {
  const checks = await options.isReady().catch((error: unknown) => {
    options.log.warn({ err: error }, "readiness check failed");
    return { check: false };
  });
  const isReady = Object.values(checks).every(Boolean);
  send(response, isReady ? 200 : 503, "application/json", JSON.stringify({ status: isReady ? "ok" : "unavailable", checks }));
}
