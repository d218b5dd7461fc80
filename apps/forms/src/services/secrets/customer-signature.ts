import { createHmac, timingSafeEqual } from "node:crypto";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { signatureFormat } from "../../domain/signature-format.js";

/** HMAC-SHA256 of a customer's normalized reference (trimmed, lower case), keyed with a placement's secret, both UTF-8. */
export function customerSignature(secret: string, customerRef: string): string {
  return hmac(secret, normalCustomerRef(customerRef)).toString("hex");
}

/** True if the signature of this reference matches any of the secrets. */
export function isSignedBy(secrets: readonly string[], customerRef: string, signature: string): boolean {
  if (!signatureFormat.test(signature)) return false;
  const given = Buffer.from(signature, "hex");
  return secrets.some((secret) => timingSafeEqual(given, hmac(secret, normalCustomerRef(customerRef))));
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8").digest();
