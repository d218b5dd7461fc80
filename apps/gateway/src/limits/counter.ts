import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";

/** State of a rate limit window. */
export interface Window {
  /** Counted requests, including the current one. */
  count: number;
  /** Milliseconds until it ends. */
  endsInMs: number;
}

/** Counts in fixed windows that start with a subject's first request. Atomic, also across gateways that share a store. */
export interface Counter {
  add(subject: string): Promise<Window>;
  read(subject: string): Promise<Window>;
}

/** Creates a counter. `name` is its key prefix in the shared store; without `redis`, it counts in memory. */
export function createCounter(name: string, windowSeconds: number, redis?: Redis): Counter {
  // The library only counts, because limits differ per key; `points` is unused.
  const options = { keyPrefix: `offergraph:${name}`, points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
  const memory = new RateLimiterMemory(options);
  const limiter: RateLimiterAbstract = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: memory })
    : memory;
  const windowOf = (result: RateLimiterRes | null): Window =>
    result && result.msBeforeNext > 0
      ? { count: result.consumedPoints, endsInMs: result.msBeforeNext }
      : { count: 0, endsInMs: windowSeconds * 1000 };
  return {
    add: async (subject) => windowOf(await limiter.penalty(subject, 1)),
    read: async (subject) => windowOf(await limiter.get(subject)),
  };
}
