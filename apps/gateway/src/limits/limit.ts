import type { Counter, Window } from "./counter.js";

/** Result of a rate limit check; source of the RateLimit headers. */
export interface Verdict {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  isWithin: boolean;
}

/** Counts one request against `limit` per window; undefined if the limit is off (0). */
export async function count(counter: Counter, subject: string, limit: number): Promise<Verdict | undefined> {
  return limit === 0 ? undefined : verdict(await counter.add(subject), limit, 0);
}

/** Checks without counting whether one more request is within the limit; undefined if the limit is off (0). */
export async function look(counter: Counter, subject: string, limit: number): Promise<Verdict | undefined> {
  return limit === 0 ? undefined : verdict(await counter.read(subject), limit, 1);
}

function verdict({ count, endsInMs }: Window, limit: number, more: number): Verdict {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
    isWithin: count + more <= limit,
  };
}

/** RateLimit headers of a response. */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  return {
    "RateLimit-Limit": String(verdict.limit),
    "RateLimit-Remaining": String(verdict.remaining),
    "RateLimit-Reset": String(verdict.resetSeconds),
  };
}
