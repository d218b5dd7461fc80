import { createPool } from "@offergraph/service/db/pool";
import { principalSigner } from "@offergraph/shared/access/principal";
import { visitorSigner } from "@offergraph/shared/access/visitor";
import type { Logger } from "@offergraph/shared/log/logger";
import { createRefusalLog } from "@offergraph/shared/log/refusal-log";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { startMetricsServer } from "@offergraph/shared/telemetry/metrics-server";
import { systemClock } from "@offergraph/shared/time/clock";
import type { GatewayEnv } from "./env.js";
import type { Gateway } from "./gateway.js";
import { addressReader } from "./http/address.js";
import { createPages } from "./http/pages.js";
import { keyLookUp, type RetryingQuery } from "./keys/look-up.js";
import { budgets } from "./limits/budgets.js";
import { createLimiters } from "./limits/limiters.js";
import { createUpstreams } from "./proxy/upstreams.js";
import { startServer } from "./server.js";
import { defaultLimits, type SupergraphLimits } from "./supergraph/limits.js";
import { loadSupergraph } from "./supergraph/load.js";

export interface StartOptions {
  env: GatewayEnv;
  log: Logger;
  /** Aborts a start that waits for subgraphs. */
  signal?: AbortSignal;
  /** Rate limit window; differs from 60 only in tests. */
  windowSeconds?: number;
}

export interface RunningGateway {
  readonly url: string;
  readonly metricsUrl: string;
  /** Finishes requests in progress, then releases all resources. */
  stop(): Promise<void>;
}

const aliveQuery: RetryingQuery = { text: "SELECT 1", query_timeout: 2_000 };
// Shorter than the supervisor's 10 s before SIGKILL.
const graceMs = 8_000;

/** Starts the gateway on a migrated database. Resolves when it accepts requests. */
export async function startGateway({ env, log, signal, windowSeconds }: StartOptions): Promise<RunningGateway> {
  const pool = createPool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_POOL,
    connectionTimeout: env.DATABASE_WAIT_MS,
    applicationName: "gateway",
    log,
  });
  const { RATE_LIMIT_PER_IP: perAddress, RATE_LIMIT_PER_KEY: perKey, RATE_LIMIT_FAILED_KEY: failedPerKey } = env;
  const settings = { perAddress, perKey, failedPerKey, perVisitor: env.RATE_LIMIT_PUBLIC };
  const limiters = createLimiters({ settings, redisUrl: env.REDIS_URL, windowSeconds, log });
  const supergraph = await loadSupergraph({
    subgraphs: env.SUBGRAPHS,
    cacheFile: env.SUPERGRAPH_CACHE,
    pollMs: env.SUPERGRAPH_POLL_MS,
    limits: limitsOf(env),
    log,
    signal,
  });
  const metrics = createMetrics("gateway");
  const refusals = createRefusalLog({ log });
  const owners = createUpstreams(env.SUBGRAPHS);
  const gateway: Gateway = {
    log,
    refusals,
    metrics,
    limiters,
    clock: systemClock,
    addressOf: addressReader(env.TRUSTED_PROXIES),
    findKey: keyLookUp(pool),
    engine: supergraph.engine,
    domain: supergraph.domain,
    identifyPrincipal: principalSigner(env.GATEWAY_SIGNING_KEY).identify,
    owners,
    signVisitor: visitorSigner(env.GATEWAY_SIGNING_KEY).sign,
    ...budgets(env),
    maxCost: env.MAX_COST,
    maxBodyBytes: env.MAX_BODY_BYTES,
    corsOrigins: new Set(env.CORS_ORIGINS),
    ownOrigins: () => originsOf(env.PUBLIC_URL ?? url),
    mcpSchemas: env.MCP_SCHEMAS,
    logsAll: env.ACCESS_LOG === "all",
  };
  let isStopping = false;
  let url = "";
  const checks = async () => ({ database: await answers(() => pool.query(aliveQuery)), accepting: !isStopping });
  const pages = createPages({ publicUrl: () => (env.PUBLIC_URL ?? url).replace(/\/$/, ""), checks });
  const server = await startServer({ gateway, host: env.HOST, port: env.PORT, pages });
  url = `http://${addressOf(env.HOST)}:${server.port}`;
  const metricsServer = await startMetricsServer(metrics, { host: env.METRICS_HOST, port: env.METRICS_PORT });
  const metricsUrl = metricsServer.url;
  log.info({ url, metricsUrl }, "ready");
  return {
    url,
    metricsUrl,
    async stop() {
      isStopping = true;
      await server.stop(graceMs);
      await metricsServer.stop();
      await supergraph.stop();
      await Promise.all([...owners.values()].map((owner) => owner.close()));
      limiters.stop();
      refusals.flush();
      await pool.end();
    },
  };
}

function limitsOf(env: GatewayEnv): SupergraphLimits {
  return {
    ...defaultLimits,
    nesting: env.MAX_NESTING,
    depth: env.MAX_DEPTH,
    tokens: env.MAX_TOKENS,
    aliases: env.MAX_ALIASES,
    overlaps: env.MAX_OVERLAPS,
    inputMembers: env.MAX_INPUT_MEMBERS,
    errors: env.MAX_ERRORS,
  };
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  return ask().then(
    () => true,
    () => false,
  );
}

/** Origins of a URL; localhost and 127.0.0.1 are equivalent. */
function originsOf(url: string): ReadonlySet<string> {
  const { protocol, host, hostname, port, origin } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost") return new Set([origin]);
  return new Set(["127.0.0.1", "localhost"].map((name) => `${protocol}//${host === hostname ? name : `${name}:${port}`}`));
}

/** Local host name for a listen address. */
function addressOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
