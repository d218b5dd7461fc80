import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";

interface Window {
  /** Number of requests in the window, including the request that `add` has just counted. */
  count: number;
  endsInMs: number;
}

/**
 * Counts requests per subject (such as an address or a key) in windows of fixed length. A window starts with the first request after the
 * previous window. Gateways that share a store count together.
 */
export interface Counter {
  add(subject: string): Promise<Window>;
  read(subject: string): Promise<Window>;
}

/** Creates a counter. `name` is the counter's key prefix in the shared store. Without `redis`, the counter is in memory. */
export function createCounter(name: string, windowSeconds: number, redis?: Redis): Counter {
  // The library rate-limiter-flexible only counts, because limits differ by key: the huge value of `points` disables the library's limit.
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

export type Verdict = ReturnType<typeof verdict>;

/** Counts one request and compares the count with `limit`. Returns undefined if the limit is 0 (off). */
export async function count(counter: Counter, subject: string, limit: number): Promise<Verdict | undefined> {
  return limit === 0 ? undefined : verdict(await counter.add(subject), limit, 0);
}

/** Checks if one more request would be within the limit, without counting it. Returns undefined if the limit is 0 (off). */
export async function look(counter: Counter, subject: string, limit: number): Promise<Verdict | undefined> {
  return limit === 0 ? undefined : verdict(await counter.read(subject), limit, 1);
}

function verdict({ count, endsInMs }: Window, limit: number, more: number) {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
    /** Whole seconds until the window ends, at least 1. */
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
    isWithin: count + more <= limit,
  };
}

export function limitHeaders(verdict: Verdict): Record<string, string> {
  return {
    "RateLimit-Limit": String(verdict.limit),
    "RateLimit-Remaining": String(verdict.remaining),
    "RateLimit-Reset": String(verdict.resetSeconds),
  };
}
