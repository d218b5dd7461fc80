import { limitTime, wholeRequestMs } from "@offergraph/shared/http/time-limit";
import { isReadable } from "../http/media-type.js";
import { RequestError } from "../pipeline/request-error.js";
import type { Middleware } from "../pipeline/run.js";
import type { IngestContext } from "./ingest-context.js";

const idleTimeoutMs = 120_000;

/** Validates method and media type of an ingest request. For NDJSON streams, replaces the time limit by an idle timeout. */
export const validateIngest: Middleware<IngestContext> = ({ request, response, isStream, liftTimeLimit }) => {
  if (request.method !== "POST")
    throw new RequestError(
      "METHOD_NOT_ALLOWED",
      `${request.method} is not allowed here.`,
      { fix: "Send records with POST." },
      { Allow: "POST" },
    );
  if (!isStream && !isReadable(request))
    throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON or NDJSON in UTF-8.", {
      fix: 'Send Content-Type: application/json with {"records":[…]}, or application/x-ndjson with one record per line.',
    });
  if (!isStream) return;
  liftTimeLimit();
  // Bounds the rest of a stream whose response was sent before its end.
  response.once("finish", () => request.complete || limitTime(request, response, wholeRequestMs));
  request.setTimeout(idleTimeoutMs, () => request.destroy());
};
