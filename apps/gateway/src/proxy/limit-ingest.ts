import { RequestError } from "../pipeline/request-error.js";
import type { Middleware } from "../pipeline/run.js";
import type { IngestContext } from "./ingest-context.js";

/** Limits concurrent ingest requests per workspace, because each holds a connection to the service. */
export const limitIngest: Middleware<IngestContext> = ({ caller: { workspaceId }, gateway: { ingestRequests }, response }) => {
  const share = ingestRequests.open(workspaceId);
  const { maxCount } = ingestRequests.limits;
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
