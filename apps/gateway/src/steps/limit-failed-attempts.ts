import type { KeyedPassage } from "../exchange.js";
import { count, look, type Verdict } from "../limits/limit.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** A key text that was answered 401 so many times in a minute is not even looked up (decisions.md 4). Counts nothing itself. */
export const limitFailedAttempts: Step<KeyedPassage> = async (exchange) => {
  const { limiters } = exchange.gateway;
  const verdict = await look(limiters.failures, exchange.keyHash, limiters.settings.failedPerKey);
  if (verdict?.isWithin === false) throw tooManyFailures(exchange, verdict);
};

/**
 * Counts an answer of 401 to a key text, at the moment it is about to be given. Gives the refusal to answer:
 * the same, or rate_limited when others filled the count meanwhile, so that exactly so many get their 401.
 */
export async function countFailedAttempt(exchange: KeyedPassage, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.status !== 401 || exchange.keyText === "") return error;
  const { limiters } = exchange.gateway;
  const verdict = await count(limiters.failures, exchange.keyHash, limiters.settings.failedPerKey);
  return verdict?.isWithin === false ? tooManyFailures(exchange, verdict) : error;
}

function tooManyFailures(exchange: KeyedPassage, verdict: Verdict): Refusal {
  exchange.verdict = verdict;
  return new Refusal("rate_limited", `This key text failed ${verdict.limit} times within a minute.`, {
    limit: verdict.limit,
    retryAfterSeconds: verdict.resetSeconds,
    fix: `Wait ${verdict.resetSeconds} s, and use a valid key: requests with one do not count here.`,
  });
}
