import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, expectTypeOf, it } from "vitest";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhooks.js";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const event = { specversion: "1.0", id: "e1", type: "offergraph.orders.order.placed.v1", data: { customerName: "Zoë" } };
const body = JSON.stringify(event);

/** Returns the headers that the official library of Standard Webhooks creates. */
function signed(secrets: readonly string[], at = new Date(), text = body) {
  return {
    "webhook-id": "e1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((one) => new Webhook(one).sign("e1", at, text)).join(" "),
  };
}

describe("verifyWebhook", () => {
  it("accepts what the official library signs, as text or bytes, with headers of fetch or Node", async () => {
    const headers = signed([secret]);
    expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
    expect(await verifyWebhook({ body: new TextEncoder().encode(body), headers: new Headers(headers), secret })).toEqual(event);
  });

  it("accepts one of several signatures, and one of several secrets", async () => {
    const other = newSecret();
    expect(await verifyWebhook({ body, headers: signed([other, secret]), secret })).toEqual(event);
    expect(await verifyWebhook({ body, headers: signed([secret]), secret: [other, secret] })).toEqual(event);
  });

  const old = new Date(Date.now() - 400_000);
  it.each([
    ["another secret", "SIGNATURE_INVALID", { secret: newSecret() }],
    ["a changed body", "SIGNATURE_INVALID", { body: `${body} ` }],
    ["another id", "SIGNATURE_INVALID", { headers: { ...signed([secret]), "webhook-id": "e2" } }],
    ["a broken signature", "SIGNATURE_INVALID", { headers: { ...signed([secret]), "webhook-signature": "v1,% v2,AAAA v1a" } }],
    ["a missing header", "HEADER_MISSING", { headers: { ...signed([secret]), "webhook-signature": undefined } }],
    ["an old request", "TIMESTAMP_INVALID", { headers: signed([secret], old) }],
    ["a request from the future", "TIMESTAMP_INVALID", { headers: signed([secret], new Date(Date.now() + 400_000)) }],
    ["a time that is not a number", "TIMESTAMP_INVALID", { headers: { ...signed([secret]), "webhook-timestamp": "soon" } }],
  ])("rejects %s", async (_what, code, changes) => {
    const rejected = expect(verifyWebhook({ body, headers: signed([secret]), secret, ...changes })).rejects;
    await rejected.toBeInstanceOf(WebhookVerificationError);
    await rejected.toMatchObject({ code });
  });

  it("uses the tolerance of the caller", async () => {
    expect(await verifyWebhook({ body, headers: signed([secret], old), secret, toleranceSeconds: 500 })).toEqual(event);
  });

  it("names a secret that has the wrong form", async () => {
    await expect(verifyWebhook({ body, headers: signed([secret]), secret: "whsec_%%%" })).rejects.toThrow("whsec_ followed by base64");
  });
});

it("the type of an event determines the type of its data", () => {
  const handle = (one: WebhookEvent) => {
    if (one.type === "offergraph.discounts.discount_code.pool_low.v1") expectTypeOf(one.data.freeAliasCount).toEqualTypeOf<number>();
    // @ts-expect-error: other events do not have this field.
    one.data.freeAliasCount;
    // @ts-expect-error: the event type does not exist.
    return one.type === "offergraph.nothing";
  };
  expectTypeOf(handle).returns.toEqualTypeOf<boolean>();
});
