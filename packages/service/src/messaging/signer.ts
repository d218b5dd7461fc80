import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";

/** The NATS header with the signature of an event. Dead letters and replayed events keep this header. */
export const signatureHeader = "Offergraph-Signature";

/** Signs events of this service, and verifies events of other services. */
export interface EventSigner {
  /** Returns the signature of an event that `service` publishes on `subject`. */
  sign(service: string, subject: string, body: string | Uint8Array): string;
  /** True if `service` signed `body` for `subject`. */
  verify(service: string, subject: string, body: Uint8Array, signature: string | undefined): boolean;
}

/** Creates a signer of events (HMAC-SHA256). Each producing service has a separate key (ADR 6). */
export function eventSigner(signingKey: string): EventSigner {
  const keys = new Map<string, KeyObject>();
  const keyOf = (service: string) => {
    const key = keys.get(service) ?? deriveKey(signingKey, `event:${service}`);
    keys.set(service, key);
    return key;
  };
  const mac = (service: string, subject: string, body: string | Uint8Array) =>
    createHmac("sha256", keyOf(service)).update(`${subject}\n`).update(body).digest("base64url");
  return {
    sign: mac,
    verify(service, subject, body, signature) {
      const given = Buffer.from(signature ?? "");
      const wanted = Buffer.from(mac(service, subject, body));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
