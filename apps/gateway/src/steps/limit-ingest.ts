import type { IngestContext } from "../proxy/ingest-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Limits concurrent ingest requests per workspace, because each holds a connection to the service. */
export const limitIngest: Step<IngestContext> = ({ caller: { workspaceId }, gateway: { deliveries }, response }) => {
  const share = deliveries.open(workspaceId);
  const { maxCount } = deliveries.limits;
  if (!share)
    throw new RequestError(
      "rate_limited",
      `This workspace has ${maxCount} ingest requests in progress, which is the limit.`,
      { limit: maxCount, retryAfterSeconds: 1, fix: "Send fewer concurrent requests." },
      { "Retry-After": "1" },
    );
  if (response.destroyed) share.close();
  else response.once("close", share.close);
};
