import type { KeyedPassage } from "../exchange.js";
import { count } from "../limits/limit.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** So many requests a minute with one key: its own number, or the setting's (api.md 8). */
export const limitKey: Step<KeyedPassage> = async (exchange) => {
  const { limiters } = exchange.gateway;
  const { keyId, limitPerMinute } = exchange.caller;
  const verdict = await count(limiters.keys, keyId, limitPerMinute ?? limiters.settings.perKey);
  exchange.verdict = verdict ?? exchange.verdict;
  if (verdict?.isWithin === false)
    throw new Refusal("rate_limited", `This key allows ${verdict.limit} requests a minute.`, {
      limit: verdict.limit,
      retryAfterSeconds: verdict.resetSeconds,
      fix: `Wait ${verdict.resetSeconds} s, or ask for a key with a higher limit.`,
    });
};
