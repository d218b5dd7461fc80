import { isReadable } from "../http/media-type.js";
import type { Delivery } from "../proxy/delivery.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

// Idle timeout of a stream.
const silenceMs = 120_000;

/** Validates method and media type of an ingest request. For NDJSON streams, replaces the time limit by an idle timeout. */
export const checkDelivery: Step<Delivery> = ({ request, isStream, liftTimeLimit }) => {
  if (request.method !== "POST")
    throw new Refusal(
      "METHOD_NOT_ALLOWED",
      `${request.method} is not allowed here.`,
      { fix: "Send records with POST." },
      { Allow: "POST" },
    );
  if (!isStream && !isReadable(request))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON or NDJSON in UTF-8.", {
      fix: 'Send Content-Type: application/json with {"records":[…]}, or application/x-ndjson with one record per line.',
    });
  if (!isStream) return;
  liftTimeLimit();
  request.setTimeout(silenceMs, () => request.destroy());
};
