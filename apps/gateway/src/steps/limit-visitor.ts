import { networkOf } from "@offergraph/shared/http/network";
import { count } from "../limits/limit.js";
import type { Passing } from "../proxy/visit.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Limits requests per minute to proxied paths from one network, with a separate counter. Reads of static files are not counted. */
export const limitVisitor: Step<Passing> = async (visit) => {
  const { limiters, addressOf } = visit.gateway;
  visit.address = addressOf(visit.request);
  const { method } = visit.request;
  if (!visit.target.isCounted && (method === "GET" || method === "HEAD")) return;
  visit.verdict = await count(limiters.visitors, networkOf(visit.address), limiters.settings.perVisitor);
  if (visit.verdict?.isWithin === false)
    throw new Refusal("RATE_LIMITED", `This network address exceeded ${visit.verdict.limit} requests per minute.`, {
      limit: visit.verdict.limit,
      retryAfterSeconds: visit.verdict.resetSeconds,
      fix: `Wait ${visit.verdict.resetSeconds} s.`,
    });
};
