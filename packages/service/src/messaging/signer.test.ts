import { expect, it } from "vitest";
import { eventSigner } from "./signer.js";

const signer = eventSigner("a signing key that is long enough for it");
const subject = "offergraph.forms.form_response.completed.v1";
const body = '{"id":"1"}';
const bytes = (text: string) => new TextEncoder().encode(text);

it("accepts the service's signature for this subject", () => {
  expect(signer.verify("forms", subject, bytes(body), signer.sign("forms", subject, body))).toBe(true);
});

it.each([
  ["another service", "orders", subject, body],
  ["another subject", "forms", "offergraph.forms.form.created.v1", body],
  ["another body", "forms", subject, '{"id":"2"}'],
])("refuses the signature of %s", (_what, service, other, text) => {
  expect(signer.verify("forms", subject, bytes(body), signer.sign(service, other, text))).toBe(false);
});

it.each([undefined, "", "%", "AAAA", "A".repeat(43)])("rejects %j as a signature", (signature) => {
  expect(signer.verify("forms", subject, bytes(body), signature)).toBe(false);
});

it("rejects a signature of another key", () => {
  const other = eventSigner("another signing key, just as long as that one");
  expect(signer.verify("forms", subject, bytes(body), other.sign("forms", subject, body))).toBe(false);
});
