import { createPool } from "@offergraph/service/db/pool";
import { principalSigner } from "@offergraph/shared/access/principal";
import { visitorSigner } from "@offergraph/shared/access/visitor";
import { ownOrigins } from "@offergraph/shared/http/own-origins";
import type { Logger } from "@offergraph/shared/log/logger";
import { createRefusalLog } from "@offergraph/shared/log/refusal-log";
import { readinessCheck } from "@offergraph/shared/process/readiness-check";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { watchPool } from "@offergraph/shared/telemetry/watch-pool";
import { systemClock } from "@offergraph/shared/time/clock";
import type { GatewayEnv } from "./env.js";
import { addressReader } from "./http/address.js";
import { createKeyUsage } from "./keys/key-usage.js";
import { keyLookup, type RetryingQuery } from "./keys/lookup.js";
import { persistedLookup } from "./keys/persisted-operations.js";
import { createBudgets, createLimiters } from "./limits/limiters.js";
import { defaultLimits, type SupergraphLimits } from "./supergraph/limits.js";
import { loadSupergraph } from "./supergraph/load.js";
import { observeSupergraph } from "./supergraph/metrics.js";
import { watchPlanCache } from "./supergraph/plan-cache-metrics.js";
import { createFieldUsage } from "./usage/field-usage.js";

export type Gateway = Readonly<Awaited<ReturnType<typeof createDeps>>["gateway"]>;

export interface DepsOptions {
  env: GatewayEnv;
  log: Logger;
  publicUrl(): string;
  /** Signal that aborts the startup while the gateway waits for subgraphs. */
  signal?: AbortSignal | undefined;
  /** Length of the rate limit windows in seconds. Only tests change the default of 60. */
  windowSeconds?: number | undefined;
  /** Timeout of the reports of field usage in milliseconds. Only tests change the default. */
  usageReportTimeoutMs?: number | undefined;
}

// Query of the readiness check. The query fails until the workspace service has created the view `credential_lookups`.
const aliveQuery: RetryingQuery = { text: "SELECT FROM credential_lookups LIMIT 0", query_timeout: 2_000 };

/**
 * Creates the gateway's dependencies, such as the database pool and the limiters. The promise resolves when the gateway has a supergraph.
 */
export async function createDeps({ env, log, publicUrl, signal, windowSeconds, usageReportTimeoutMs }: DepsOptions) {
  const pool = createPool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_POOL,
    connectionTimeout: env.DATABASE_WAIT_MS,
    applicationName: "gateway",
    log,
  });
  const { RATE_LIMIT_PER_IP: perAddress, RATE_LIMIT_PER_KEY: perKey, RATE_LIMIT_FAILED_KEY: failedPerKey } = env;
  const settings = { perAddress, perKey, failedPerKey, perPublicAddress: env.RATE_LIMIT_PUBLIC };
  const limiters = createLimiters({ settings, redisUrl: env.REDIS_URL, windowSeconds, log });
  const supergraph = await loadSupergraph({ ...supergraphOptions(env), log, signal });
  const refusals = createRefusalLog({ log });
  const { upstreams } = supergraph;
  const metrics = createMetrics("gateway");
  // A gateway with a fixed supergraph does not read the registry, so the numbers of replicas are unknown.
  if (env.SUPERGRAPH_FILE === undefined) observeSupergraph(metrics, supergraph.status);
  watchPool(metrics, pool);
  watchPlanCache(metrics, supergraph.engine);
  const identifyPrincipal = principalSigner(env.GATEWAY_SIGNING_KEY).identify;
  const target = () => supergraph.manifests().fieldUsage;
  const intervalMs = env.FIELD_USAGE_INTERVAL_MS;
  const fieldUsage = createFieldUsage({
    ...{ target, upstreams, identify: identifyPrincipal, clock: systemClock, log, intervalMs },
    reportTimeoutMs: usageReportTimeoutMs,
  });
  const gateway = {
    log,
    refusals,
    metrics,
    limiters,
    clock: systemClock,
    addressOf: addressReader(env.TRUSTED_PROXIES),
    findKey: keyLookup(pool),
    findPersisted: persistedLookup(pool),
    noteKeyUse: createKeyUsage({ target: () => supergraph.manifests().keyUsage, upstreams, log }),
    engine: supergraph.engine,
    manifests: supergraph.manifests,
    noteFieldUse: fieldUsage.note,
    identifyPrincipal,
    upstreams,
    /** Signs the header that the gateway adds to proxied requests without a key. The header contains client address and request id. */
    signVisitor: visitorSigner(env.GATEWAY_SIGNING_KEY).sign,
    ...createBudgets(env),
    maxCost: env.MAX_COST,
    maxBodyBytes: env.MAX_BODY_BYTES,
    corsOrigins: new Set(env.CORS_ORIGINS),
    publicUrl,
    ownOrigins: () => ownOrigins(publicUrl()),
    logsAll: env.ACCESS_LOG === "all",
  };
  return {
    gateway,
    schemaStatus: supergraph.status,
    isDatabaseReady: readinessCheck(() => pool.query(aliveQuery)),
    async stop() {
      await fieldUsage.stop();
      await supergraph.stop();
      limiters.stop();
      refusals.flush();
      await pool.end();
    },
  };
}

function supergraphOptions(env: GatewayEnv) {
  return {
    subgraphs: env.SUBGRAPHS,
    registry: env.NATS_URL === undefined ? undefined : { natsUrl: env.NATS_URL, signingKey: env.GATEWAY_SIGNING_KEY },
    supergraphFile: env.SUPERGRAPH_FILE,
    cacheFile: env.SUPERGRAPH_CACHE,
    pollMs: env.SUPERGRAPH_POLL_MS,
    limits: supergraphLimits(env),
    executor: env.GATEWAY_ENGINE,
  };
}

function supergraphLimits(env: GatewayEnv): SupergraphLimits {
  return {
    ...defaultLimits,
    nesting: env.MAX_NESTING,
    depth: env.MAX_DEPTH,
    tokens: env.MAX_TOKENS,
    aliases: env.MAX_ALIASES,
    overlaps: env.MAX_OVERLAPS,
    inputMembers: env.MAX_INPUT_MEMBERS,
    errors: env.MAX_ERRORS,
    subgraphLinks: env.SUBGRAPH_LINKS,
    subgraphSilenceMs: env.SUBGRAPH_SILENCE_MS,
  };
}
