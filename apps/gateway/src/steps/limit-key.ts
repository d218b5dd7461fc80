import { count } from "../limits/limit.js";
import type { AuthenticatedContext } from "../request-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Limits requests per minute of a key, by its own limit or the setting (api.md 8). */
export const limitKey: Step<AuthenticatedContext> = async (exchange) => {
  const { limiters } = exchange.gateway;
  const { keyId, limitPerMinute } = exchange.caller;
  const verdict = await count(limiters.keys, keyId, limitPerMinute ?? limiters.settings.perKey);
  exchange.verdict = verdict ?? exchange.verdict;
  if (verdict?.isWithin === false)
    throw new RequestError("rate_limited", `This API key is limited to ${verdict.limit} requests per minute.`, {
      limit: verdict.limit,
      retryAfterSeconds: verdict.resetSeconds,
      fix: `Wait ${verdict.resetSeconds} s, or use a key with a higher limit.`,
    });
};
