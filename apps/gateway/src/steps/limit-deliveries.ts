import type { Delivery } from "../proxy/delivery.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Limits the requests with records that one workspace has under way at once: each holds a connection to the service until it ends. */
export const limitDeliveries: Step<Delivery> = ({ caller: { workspaceId }, gateway: { deliveries }, response }) => {
  const share = deliveries.open(workspaceId);
  const { maxCount } = deliveries.limits;
  if (!share)
    throw new Refusal(
      "rate_limited",
      `${maxCount} requests with records of this workspace are under way; that is the limit.`,
      { limit: maxCount, retryAfterSeconds: 1, fix: "Send records by fewer requests at once." },
      { "Retry-After": "1" },
    );
  if (response.destroyed) share.close();
  else response.once("close", share.close);
};
