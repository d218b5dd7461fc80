import { isReadable } from "../http/media-type.js";
import type { IngestContext } from "../proxy/ingest-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

// Idle timeout of a stream.
const silenceMs = 120_000;

/** Validates method and media type of an ingest request. For NDJSON streams, replaces the time limit by an idle timeout. */
export const validateIngest: Step<IngestContext> = ({ request, isStream, liftTimeLimit }) => {
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
  request.setTimeout(silenceMs, () => request.destroy());
};
