import { networkOf } from "@offergraph/shared/http/network";
import { RequestError } from "../pipeline/request-error.js";
import type { Middleware } from "../pipeline/run.js";
import { hasBody, readPublicBody } from "./public-body.js";
import type { PublicContext } from "./public-context.js";

/** Reads the whole body before connecting to the service, so that slow senders hold no connection. */
export const readPublicRequest: Middleware<PublicContext> = async (context) => {
  const { request, response, gateway, target, address } = context;
  if (!hasBody(request)) return;
  const { budget, timeoutMs } = gateway.publicBodies;
  const share = budget.open(networkOf(address));
  if (!share)
    throw new RequestError(
      "RATE_LIMITED",
      `This network address has ${budget.limits.maxCount} request bodies in progress, which is the limit.`,
      { limit: budget.limits.maxCount, retryAfterSeconds: 1, fix: "Send fewer concurrent requests, each with its complete body." },
      { "Retry-After": "1" },
    );
  try {
    context.body = await readPublicBody(request, response, { target, share, timeoutMs });
  } finally {
    share.close();
  }
};
