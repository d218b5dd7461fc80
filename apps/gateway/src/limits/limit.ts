import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { MemoryCounter } from "./memory-counter.js";

export interface Window {
  /** Number of requests in the window, including the request that was just counted. */
  count: number;
  endsInMs: number;
}

/**
 * Counts requests per subject (such as an address or a key) in windows of fixed length. A window starts with the first request after the
 * end of the previous window. Gateways with the same Redis store share the counts.
 */
export interface Counter {
  add(subject: string): Window | Promise<Window>;
  read(subject: string): Window | Promise<Window>;
}

/** Creates a counter. `name` is the counter's key prefix in the shared store. Without `redis`, the counter is in memory. */
export function createCounter(name: string, windowSeconds: number, redis?: Redis): Counter {
  if (!redis) return new MemoryCounter(windowSeconds);
  // The library rate-limiter-flexible only counts, because limits differ by key. The value of `points` effectively disables the library's
  // limit.
  const options = { keyPrefix: `offergraph:${name}`, points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
  const insuranceLimiter = new RateLimiterMemory(options);
  const limiter = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter });
  const windowOf = (result: RateLimiterRes | null): Window =>
    result && result.msBeforeNext > 0
      ? { count: result.consumedPoints, endsInMs: result.msBeforeNext }
      : { count: 0, endsInMs: windowSeconds * 1000 };
  return {
    add: async (subject) => windowOf(await limiter.penalty(subject, 1)),
    read: async (subject) => windowOf(await limiter.get(subject)),
  };
}

/** Result of a counter: a value from memory, or a promise from a shared store. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** Calls `use` with a result. */
export function whenKnown<Value, Result>(value: MaybeLater<Value>, use: (value: Value) => Result): MaybeLater<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

export type Verdict = ReturnType<typeof verdict>;

/** Counts one request and compares the count with `limit`. Returns undefined if the limit is 0 (off). */
export function count(counter: Counter, subject: string, limit: number): MaybeLater<Verdict | undefined> {
  return limit === 0 ? undefined : whenKnown(counter.add(subject), (window) => verdict(window, limit, 0));
}

/** Checks if one more request would be within the limit. Does not count the request. Returns undefined if the limit is 0 (off). */
export function look(counter: Counter, subject: string, limit: number): MaybeLater<Verdict | undefined> {
  return limit === 0 ? undefined : whenKnown(counter.read(subject), (window) => verdict(window, limit, 1));
}

function verdict({ count, endsInMs }: Window, limit: number, more: number) {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
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
