import type { Logger } from "@offergraph/shared/log/logger";
import { Redis } from "ioredis";
import { type Counter, createCounter } from "./counter.js";

/** How many requests a window takes; 0 switches a limit off. */
export interface LimitSettings {
  perAddress: number;
  perKey: number;
  failedPerKey: number;
  /** From one address, without a key. */
  perVisitor: number;
}

export interface Limiters {
  readonly settings: LimitSettings;
  readonly addresses: Counter;
  readonly keys: Counter;
  readonly failures: Counter;
  readonly visitors: Counter;
  stop(): void;
}

/**
 * The gateway's counters, in this process or in the Redis-protocol store at `redisUrl`. A store that is away is no reason to refuse
 * anyone: counting goes on locally until it is back. `windowSeconds`: 60, other values are for tests.
 */
export function createLimiters(options: { settings: LimitSettings; redisUrl?: string; windowSeconds?: number; log: Logger }): Limiters {
  const { settings, windowSeconds = 60 } = options;
  const redis = options.redisUrl === undefined ? undefined : connect(options.redisUrl, options.log);
  return {
    settings,
    addresses: createCounter("address", windowSeconds, redis),
    keys: createCounter("key", windowSeconds, redis),
    failures: createCounter("failed-key", windowSeconds, redis),
    visitors: createCounter("visitor", windowSeconds, redis),
    stop: () => redis?.disconnect(),
  };
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    // Fail at once, so that a request is counted locally instead of waiting for a store that is away or hangs.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  let isAway = false;
  redis.on("ready", () => {
    if (isAway) log.info("the store of the limits is back");
    isAway = false;
  });
  redis.on("error", (error: Error & { code?: string }) => {
    if (!isAway) log.warn({ code: error.code }, "the store of the limits is away: this gateway counts by itself");
    isAway = true;
  });
  return redis;
}
