import { OffergraphError } from "./errors.js";
import type { WebhookEvent } from "./generated/events.js";

export type * from "./generated/events.js";
export { OffergraphError };

/** The webhook request is too old or not from Offergraph. Respond with the status 400. */
export class WebhookVerificationError extends OffergraphError {
  override readonly name = "WebhookVerificationError";
}

export interface WebhookRequest {
  /** The exact text or bytes of the webhook request's body. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the webhook endpoint, `whsec_…`. During a rotation of the secret, pass the old and the new secret. */
  secret: string | readonly string[];
  /** Maximum difference, in seconds, between the time in the header `webhook-timestamp` and the current time. Default: 300. */
  toleranceSeconds?: number;
}

const encoder = new TextEncoder();

/**
 * Verifies a request to a webhook endpoint (Standard Webhooks), and returns its event. Throws WebhookVerificationError for an invalid
 * request. Later versions of Offergraph may send event types that WebhookEvent does not list.
 */
export async function verifyWebhook({ body, headers, secret, toleranceSeconds = 300 }: WebhookRequest): Promise<WebhookEvent> {
  const read = (name: string) => headerOf(headers, name) ?? fail("HEADER_MISSING", `The request has no header ${name}.`);
  const [id, timestamp, signatures] = [read("webhook-id"), read("webhook-timestamp"), read("webhook-signature")];
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds))
    fail(
      "TIMESTAMP_INVALID",
      `The header webhook-timestamp must be a time in seconds since 1970, at most ${toleranceSeconds} s from the current time.`,
    );
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? [base64(one.slice(3))] : []));
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of given)
      if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return JSON.parse(new TextDecoder().decode(bytes));
  }
  return fail("SIGNATURE_INVALID", "No signature of the request matches the secret.");
}

function headerOf(headers: WebhookRequest["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === "object" ? value.join(" ") : value;
}

function keyOf(secret: string) {
  const bytes = base64(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new TypeError("The secret of the webhook endpoint must be whsec_ followed by base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function fail(code: string, message: string): never {
  throw new WebhookVerificationError(code, message);
}
