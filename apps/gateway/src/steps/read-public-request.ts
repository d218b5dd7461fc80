import { networkOf } from "@offergraph/shared/http/network";
import { hasBody, readPublicBody } from "../proxy/public-body.js";
import type { PublicContext } from "../proxy/public-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Reads the whole body before connecting to the service, so that slow senders hold no connection. */
export const readPublicRequest: Step<PublicContext> = async (visit) => {
  const { request, response, gateway, target, address } = visit;
  if (!hasBody(request)) return;
  const { budget, timeoutMs } = gateway.visitorBodies;
  const share = budget.open(networkOf(address));
  if (!share)
    throw new RequestError(
      "RATE_LIMITED",
      `This network address has ${budget.limits.maxCount} request bodies in progress, which is the limit.`,
      { limit: budget.limits.maxCount, retryAfterSeconds: 1, fix: "Send fewer concurrent requests, each with its complete body." },
      { "Retry-After": "1" },
    );
  try {
    visit.body = await readPublicBody(request, response, { target, share, timeoutMs });
  } finally {
    share.close();
  }
};
