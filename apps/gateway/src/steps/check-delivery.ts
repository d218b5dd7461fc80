import { isReadable } from "../http/media-type.js";
import type { Delivery } from "../proxy/delivery.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

// A sender who falls silent for so long has gone.
const silenceMs = 120_000;

/** Records come by POST, as JSON or as a stream of lines. Only a stream may take its time, as long as something comes. */
export const checkDelivery: Step<Delivery> = ({ request, isStream, liftTimeLimit }) => {
  if (request.method !== "POST")
    throw new Refusal("METHOD_NOT_ALLOWED", `${request.method} is not taken here.`, { fix: "Send records by POST." }, { Allow: "POST" });
  if (!isStream && !isReadable(request))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "The body has to be JSON or NDJSON in UTF-8, not compressed.", {
      fix: 'Send Content-Type: application/json with {"records":[…]}, or application/x-ndjson with one record a line.',
    });
  if (!isStream) return;
  liftTimeLimit();
  request.setTimeout(silenceMs, () => request.destroy());
};
