import { networkOf } from "@offergraph/shared/http/network";
import type { Visit } from "../proxy/visit.js";
import { hasBody, readVisitBody } from "../proxy/visit-body.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Reads the whole body before connecting to the service, so that slow senders hold no connection. */
export const readVisit: Step<Visit> = async (visit) => {
  const { request, response, gateway, target, address } = visit;
  if (!hasBody(request)) return;
  const { budget, timeoutMs } = gateway.visitorBodies;
  const share = budget.open(networkOf(address));
  if (!share)
    throw new Refusal(
      "RATE_LIMITED",
      `This network address has ${budget.limits.maxCount} request bodies in progress, which is the limit.`,
      { limit: budget.limits.maxCount, retryAfterSeconds: 1, fix: "Send fewer concurrent requests, each with its complete body." },
      { "Retry-After": "1" },
    );
  try {
    visit.body = await readVisitBody(request, response, { target, share, timeoutMs });
  } finally {
    share.close();
  }
};
