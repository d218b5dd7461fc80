import { randomBytes } from "node:crypto";
import { systemClock } from "@offergraph/shared/time/clock";
import { Webhook } from "standardwebhooks";

/** Returns a new secret for Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Returns the headers of Standard Webhooks with one signature per secret, in the order of `secrets`. */
export function signatureHeaders(secrets: readonly string[], { id, text }: { id: string; text: string }) {
  // Uses the system clock, because the receiver compares the timestamp to its own clock.
  const now = systemClock.now();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, text)).join(" "),
  };
}
