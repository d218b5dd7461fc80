import { allows } from "@offergraph/shared/access/principal";
import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import { isReadable } from "../http/media-type.js";
import { insufficientLevel } from "../pipeline/execution.js";
import { methodNotAllowed, RequestError } from "../pipeline/request-error.js";
import type { Middleware } from "../pipeline/run.js";
import type { IngestContext } from "./context.js";
import { overloaded } from "./public-body.js";

const idleTimeoutMs = 120_000;

export const authorizeIngest: Middleware<IngestContext> = ({ caller: { level: held }, target: { level } }) => {
  if (!allows(held, level)) throw insufficientLevel("This path", level, held);
};

/** Validates method and media type of an ingest request. An NDJSON stream gets an idle timeout instead of a limit for the whole request. */
export const validateIngest: Middleware<IngestContext> = ({ request, response, isStream, liftTimeLimit }) => {
  if (request.method !== "POST") throw methodNotAllowed(request, "POST", "Send records with POST.");
  if (!isStream && !isReadable(request))
    throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON or NDJSON in UTF-8.", {
      fix: 'Send Content-Type: application/json with {"records":[…]}, or application/x-ndjson with one record per line.',
    });
  if (!isStream) return;
  liftTimeLimit();
  // If the response ends before the request stream, limits the time for the rest of the stream.
  response.once("finish", () => request.complete || limitTime(request, response, wholeRequestMs));
  request.setTimeout(idleTimeoutMs, () => request.destroy());
};

/** Limits the concurrent ingest requests of a workspace, because each request occupies a connection to the service. */
export const limitIngest: Middleware<IngestContext> = ({ caller: { workspaceId }, gateway: { ingestRequests }, response }) => {
  const share = ingestRequests.open(workspaceId);
  const { maxCount: limit } = ingestRequests.limits;
  if (!share) {
    const message = `This workspace has reached the limit of ${limit} concurrent ingest requests.`;
    throw overloaded(message, { limit, retryAfterSeconds: 1, fix: "Send fewer concurrent requests." }, "rate_limited");
  }
  if (response.destroyed) share.close();
  else response.once("close", share.close);
};
