import { networkOf } from "@offergraph/shared/http/network";
import type { Visit } from "../proxy/visit.js";
import { hasBody, readVisitBody } from "../proxy/visit-body.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Reads a visitor's whole body before a connection to a service is taken, so that slow senders hold nothing that others need. */
export const readVisit: Step<Visit> = async (visit) => {
  const { request, response, gateway, target, address } = visit;
  if (!hasBody(request)) return;
  const { budget, timeoutMs } = gateway.visitorBodies;
  const share = budget.open(networkOf(address));
  if (!share)
    throw new Refusal(
      "RATE_LIMITED",
      `${budget.limits.maxCount} request bodies from this network address are still arriving; that is the limit.`,
      { limit: budget.limits.maxCount, retryAfterSeconds: 1, fix: "Send fewer requests at once, each with its whole body." },
      { "Retry-After": "1" },
    );
  try {
    visit.body = await readVisitBody(request, response, { target, share, timeoutMs });
  } finally {
    share.close();
  }
};
