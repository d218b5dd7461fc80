import { networkOf } from "@offergraph/shared/http/network";
import { count } from "../limits/limit.js";
import type { ProxyContext } from "../proxy/public-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Limits requests per minute to proxied paths from one network, with a separate counter. Reads of static files are not counted. */
export const limitPublic: Step<ProxyContext> = async (visit) => {
  const { limiters, addressOf } = visit.gateway;
  visit.address = addressOf(visit.request);
  const { method } = visit.request;
  if (visit.target.isStatic && (method === "GET" || method === "HEAD")) return;
  visit.verdict = await count(limiters.visitors, networkOf(visit.address), limiters.settings.perVisitor);
  if (visit.verdict?.isWithin === false)
    throw new RequestError("RATE_LIMITED", `This network address exceeded ${visit.verdict.limit} requests per minute.`, {
      limit: visit.verdict.limit,
      retryAfterSeconds: visit.verdict.resetSeconds,
      fix: `Wait ${visit.verdict.resetSeconds} s.`,
    });
};
