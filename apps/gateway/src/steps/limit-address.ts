import { networkOf } from "@offergraph/shared/http/network";
import { count } from "../limits/limit.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Limits requests per minute from one network (an IPv4 address or an IPv6 /64), across all keys. */
export const limitAddress: Step = async (exchange) => {
  const { limiters, addressOf } = exchange.gateway;
  exchange.address = addressOf(exchange.request);
  const verdict = await count(limiters.addresses, networkOf(exchange.address), limiters.settings.perAddress);
  exchange.verdict = verdict;
  if (verdict?.isWithin === false)
    throw new RequestError("RATE_LIMITED", `This network address exceeded ${verdict.limit} requests per minute.`, {
      limit: verdict.limit,
      retryAfterSeconds: verdict.resetSeconds,
      fix: `Wait ${verdict.resetSeconds} s; all keys used from this address share the limit.`,
    });
};
