import type { Counter, Window } from "./counter.js";

/** What a limit says of one request: what the RateLimit headers tell, and whether it is within. */
export interface Verdict {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  isWithin: boolean;
}

/** Counts one request of a subject against so many per window; undefined when the limit is off (0). */
export async function count(counter: Counter, subject: string, limit: number): Promise<Verdict | undefined> {
  return limit === 0 ? undefined : verdict(await counter.add(subject), limit, 0);
}

/** Whether one more would still be within, counting nothing; undefined when the limit is off (0). */
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

/** The headers of an answer to which a limit applied. */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  return {
    "RateLimit-Limit": String(verdict.limit),
    "RateLimit-Remaining": String(verdict.remaining),
    "RateLimit-Reset": String(verdict.resetSeconds),
  };
}
