import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";

/** Where a window stands. */
export interface Window {
  /** Requests counted in it, the last one included. */
  count: number;
  /** Milliseconds until it ends. */
  endsInMs: number;
}

/** Counts in fixed windows that begin with the first counted request of a subject. Both are atomic, across gateways that share a store. */
export interface Counter {
  add(subject: string): Promise<Window>;
  read(subject: string): Promise<Window>;
}

/** `name` keeps counters apart in a shared store; `windowSeconds`: a window's length; without `redis` it counts in this process alone. */
export function createCounter(name: string, windowSeconds: number, redis?: Redis): Counter {
  // Limits differ from key to key, so the library only counts and the comparison is ours: `points` decides nothing here.
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
