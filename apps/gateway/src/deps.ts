import { createPool } from "@offergraph/service/db/pool";
import { type Principal, principalSigner, type SignedRequest } from "@offergraph/shared/access/principal";
import { type Visitor, visitorSigner } from "@offergraph/shared/access/visitor";
import type { SharedBudget } from "@offergraph/shared/http/shared-budget";
import type { Logger } from "@offergraph/shared/log/logger";
import { createRefusalLog, type RefusalLog } from "@offergraph/shared/log/refusal-log";
import { createMetrics, type Metrics } from "@offergraph/shared/telemetry/metrics";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
import type { GatewayEnv } from "./env.js";
import { type AddressOf, addressReader } from "./http/address.js";
import { type FindKey, keyLookUp, type RetryingQuery } from "./keys/look-up.js";
import { budgets } from "./limits/budgets.js";
import { createLimiters, type Limiters } from "./limits/limiters.js";
import { createUpstreams, type Upstream } from "./proxy/upstreams.js";
import type { Engine } from "./supergraph/engine.js";
import { defaultLimits, type SupergraphLimits } from "./supergraph/limits.js";
import { loadSupergraph } from "./supergraph/load.js";
import type { Manifests } from "./supergraph/manifest.js";

/** Dependencies of the middleware, created at start. */
export interface Gateway {
  readonly log: Logger;
  readonly refusals: RefusalLog;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly limiters: Limiters;
  readonly addressOf: AddressOf;
  readonly findKey: FindKey;
  /** Returns the engine of the current supergraph. */
  engine(): Engine;
  /** Returns the manifests that the services published with the current supergraph. */
  manifests(): Manifests;
  /** Returns the function that signs a caller's identity header, per request to a service. */
  identifyPrincipal(principal: Principal, now: number): (request: SignedRequest) => string;
  /** Services by name, for proxied HTTP paths. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** Signs the header with the address and request id of a request without a key. */
  signVisitor(visitor: Visitor, now: number): string;
  /** Request bodies without a key that are still arriving, by network. */
  readonly publicBodies: { readonly budget: SharedBudget; readonly timeoutMs: number };
  /** Responses without a key that are still being read, by network. */
  readonly publicResponses: SharedBudget;
  /** Ingest requests in progress, by workspace. */
  readonly ingestRequests: SharedBudget;
  readonly maxCost: number;
  readonly maxBodyBytes: number;
  readonly corsOrigins: ReadonlySet<string>;
  /** Origins of the gateway's own URL. */
  ownOrigins(): ReadonlySet<string>;
  /** Default encoding of tool schemas. */
  readonly mcpSchemas: "compact" | "plain";
  /** Logs successful queries too. */
  readonly logsAll: boolean;
}

export interface DepsOptions {
  env: GatewayEnv;
  log: Logger;
  /** Returns the gateway's public base URL. */
  publicUrl(): string;
  /** Aborts a start that waits for subgraphs. */
  signal?: AbortSignal | undefined;
  /** Rate limit window; differs from 60 only in tests. */
  windowSeconds?: number | undefined;
}

export interface Deps {
  readonly gateway: Gateway;
  /** True if the database responds. */
  isDatabaseReady(): Promise<boolean>;
  stop(): Promise<void>;
}

const aliveQuery: RetryingQuery = { text: "SELECT 1", query_timeout: 2_000 };

/** Creates the dependencies on a migrated database. Resolves when there is a supergraph. */
export async function createDeps({ env, log, publicUrl, signal, windowSeconds }: DepsOptions): Promise<Deps> {
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
  const supergraph = await loadSupergraph({
    subgraphs: env.SUBGRAPHS,
    cacheFile: env.SUPERGRAPH_CACHE,
    pollMs: env.SUPERGRAPH_POLL_MS,
    limits: supergraphLimits(env),
    log,
    signal,
  });
  const refusals = createRefusalLog({ log });
  const upstreams = createUpstreams(env.SUBGRAPHS);
  const gateway: Gateway = {
    log,
    refusals,
    metrics: createMetrics("gateway"),
    limiters,
    clock: systemClock,
    addressOf: addressReader(env.TRUSTED_PROXIES),
    findKey: keyLookUp(pool),
    engine: supergraph.engine,
    manifests: supergraph.manifests,
    identifyPrincipal: principalSigner(env.GATEWAY_SIGNING_KEY).identify,
    upstreams,
    signVisitor: visitorSigner(env.GATEWAY_SIGNING_KEY).sign,
    ...budgets(env),
    maxCost: env.MAX_COST,
    maxBodyBytes: env.MAX_BODY_BYTES,
    corsOrigins: new Set(env.CORS_ORIGINS),
    ownOrigins: () => originsOf(publicUrl()),
    mcpSchemas: env.MCP_SCHEMAS,
    logsAll: env.ACCESS_LOG === "all",
  };
  return {
    gateway,
    isDatabaseReady: () =>
      pool.query(aliveQuery).then(
        () => true,
        () => false,
      ),
    async stop() {
      await supergraph.stop();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
      limiters.stop();
      refusals.flush();
      await pool.end();
    },
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
  };
}

/** Origins of a URL; localhost and 127.0.0.1 are equivalent. */
function originsOf(url: string): ReadonlySet<string> {
  const { protocol, host, hostname, port, origin } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost") return new Set([origin]);
  return new Set(["127.0.0.1", "localhost"].map((name) => `${protocol}//${host === hostname ? name : `${name}:${port}`}`));
}
