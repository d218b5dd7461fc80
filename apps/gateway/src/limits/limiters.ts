import { SharedBudget } from "@offergraph/shared/http/shared-budget";
import type { Logger } from "@offergraph/shared/log/logger";
import { Redis } from "ioredis";
import type { GatewayEnv } from "../env.js";
import { createCounter } from "./limit.js";

/**
 * Maximum requests per window; 0 disables a limit. `perPublicAddress` applies to requests without a key that the gateway proxies to
 * services.
 */
type LimitSettings = Record<"perAddress" | "perKey" | "failedPerKey" | "perPublicAddress", number>;

export type Limiters = ReturnType<typeof createLimiters>;

/**
 * Creates the rate limit counters in the Redis-compatible store at `redisUrl`. Without a `redisUrl`, and while the store is unavailable,
 * counts in memory.
 */
export function createLimiters(options: { settings: LimitSettings; redisUrl?: string; windowSeconds?: number; log: Logger }) {
  const { settings, windowSeconds = 60 } = options;
  const redis = options.redisUrl === undefined ? undefined : connect(options.redisUrl, options.log);
  return {
    settings,
    addresses: createCounter("address", windowSeconds, redis),
    keys: createCounter("key", windowSeconds, redis),
    failures: createCounter("failed-key", windowSeconds, redis),
    public: createCounter("public", windowSeconds, redis),
    stop: () => redis?.disconnect(),
  };
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    // Redis commands fail quickly if the store is unavailable, so that the gateway counts in memory.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  let isAway = false;
  redis.on("ready", () => {
    if (isAway) log.info("Redis available again; using shared rate limits");
    isAway = false;
  });
  redis.on("error", (error: Error & { code?: string }) => {
    if (!isAway) log.warn({ code: error.code }, "Redis unavailable; using in-memory rate limits");
    isAway = true;
  });
  return redis;
}

const mebibyte = 1024 * 1024;
const unlimited = (limit: number) => (limit === 0 ? Number.POSITIVE_INFINITY : limit);

export function createBudgets(env: GatewayEnv) {
  const maxCount = unlimited(env.MAX_BODIES_PER_ADDRESS);
  const maxBytes = unlimited(env.MAX_BODY_BYTES_PER_ADDRESS);
  return {
    /** Limits a network's concurrent request bodies by number and bytes, for requests without a key. */
    publicBodies: { budget: new SharedBudget({ maxCount, maxBytes, totalBytes: 128 * mebibyte }), timeoutMs: env.BODY_TIMEOUT_MS },
    /** Limits the unread response bytes of a network, for requests without a key. */
    publicResponses: new SharedBudget({ maxCount: Number.POSITIVE_INFINITY, maxBytes: 64 * mebibyte, totalBytes: 256 * mebibyte }),
    /** Limits the number of streamed responses per network, because each streamed response occupies a connection to the service. */
    publicStreams: new SharedBudget({ maxCount: 8, maxBytes: 0, totalBytes: 0 }),
    ingestRequests: new SharedBudget({ maxCount: unlimited(env.MAX_INGEST_REQUESTS_PER_WORKSPACE), maxBytes: 0, totalBytes: 0 }),
  };
}
