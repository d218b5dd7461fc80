import type { Logger } from "@offergraph/shared/log/logger";
import { Redis } from "ioredis";
import { type Counter, createCounter } from "./counter.js";

/** Requests per window; 0 = off. */
export interface LimitSettings {
  perAddress: number;
  perKey: number;
  failedPerKey: number;
  /** Per address, for requests without a key. */
  perPublicAddress: number;
}

export interface Limiters {
  readonly settings: LimitSettings;
  readonly addresses: Counter;
  readonly keys: Counter;
  readonly failures: Counter;
  readonly public: Counter;
  stop(): void;
}

/**
 * Creates the rate limit counters, in memory or in the Redis-protocol store at `redisUrl`. While the store is unavailable, they count in
 * memory. `windowSeconds` differs from 60 only in tests.
 */
export function createLimiters(options: { settings: LimitSettings; redisUrl?: string; windowSeconds?: number; log: Logger }): Limiters {
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
    // Fails fast, so that requests are counted in memory instead of waiting for the store.
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
