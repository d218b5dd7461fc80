import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { customerSignature } from "../../services/secrets/placement-secrets.js";
import { openForm, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type Placement, rotateSecret, websiteConfig } from "../../testing/placements.js";

let fixture: Fixture;
let visitor: Visitors;
let client: Client;
let placement: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  ({ placement } = await openForm(client, { input: { channelId: "Website", config: websiteConfig } }));
});

const signed = (secret: string, ref: string) => ({ ref, signature: customerSignature(secret, ref) });
const emitted = async () =>
  (await client.events())
    .filter(({ what }) => what.startsWith("form_response."))
    .map(({ what, data }) => [what.replace("form_response.", ""), data.customerRef, data.customerVerified, data.verificationExpected]);
const isVerified = async (id: string) =>
  (
    await client.data<{ response: { customerVerified: boolean } }>(
      "query ($id: UUID!) { response: get_form_response(id: $id) { customerVerified } }",
      { id },
    )
  ).response.customerVerified;
async function begin(body: object = {}): Promise<string> {
  const answer = await visitor.start(placement, body);
  if (answer.status !== 201) throw new Error(wordsOf(answer));
  return answer.said.id;
}
const change = (id: string, body: object) => visitor.change(placement, id, body);

describe("a signed customer", () => {
  it("is verified from the start to the event of the outcome", async () => {
    const secret = await rotateSecret(client, placement);
    const id = await begin({ customer: signed(secret, "ann@shop.example") });
    expect(await isVerified(id)).toBe(true);
    expect(wordsOf(await change(id, { outcome: "SKIPPED" }))).toBe("200");
    expect(await emitted()).toEqual([["skipped", "ann@shop.example", true, true]]);
  });

  it("may send the reference in uppercase and with white space", async () => {
    const secret = await rotateSecret(client, placement);
    const { signature } = signed(secret, "ann@shop.example");
    expect(await isVerified(await begin({ customer: { ref: "  Ann@Shop.Example ", signature: signature.toUpperCase() } }))).toBe(true);
  });

  it("is rejected with a wrong signature, at the start and later", async () => {
    const secret = await rotateSecret(client, placement);
    const wrong = [signed(secret, "bob").signature, signed("fps_other", "ann").signature];
    for (const signature of wrong) {
      const id = newId();
      const customer = { ref: "ann", signature };
      expect(wordsOf(await visitor.start(placement, { id, customer }))).toBe("422 customer.signature INVALID");
      expect(await storedResponse(fixture, id)).toBeUndefined();
      const begun = await begin({ visitorId: "v" });
      expect(wordsOf(await change(begun, { customer, answers: { stars: 9 } }))).toBe(
        "422 answers.stars INVALID, customer.signature INVALID",
      );
      expect(await storedResponse(fixture, begun)).toMatchObject({ customer_ref: null, customer_verified: false });
      expect(wordsOf(await visitor.start(placement, { id: begun, visitorId: "v", customer }))).toBe("422 customer.signature INVALID");
    }
    for (const signature of ["", "abc", 7, "z".repeat(64)])
      expect(wordsOf(await visitor.start(placement, { customer: { ref: "ann", signature } }))).toBe("422 customer.signature INVALID");
    expect(await emitted()).toEqual([]);
  });

  it("is rejected if the placement has no secret or another placement's was used", async () => {
    expect(wordsOf(await visitor.start(placement, { customer: signed("fps_guess", "ann") }))).toBe("422 customer.signature INVALID");
    await rotateSecret(client, placement);
    const other = await openForm(client);
    const secret = await rotateSecret(client, other.placement);
    expect(wordsOf(await visitor.start(placement, { customer: signed(secret, "ann") }))).toBe("422 customer.signature INVALID");
  });

  it("is verified by the previous secret for 24 hours after a rotation", async () => {
    const former = await rotateSecret(client, placement);
    const secret = await rotateSecret(client, placement);
    fixture.clock.advance(24 * 3_600_000 - 1);
    for (const one of [former, secret]) expect(await isVerified(await begin({ customer: signed(one, "ann") }))).toBe(true);
    fixture.clock.advance(1);
    expect(wordsOf(await visitor.start(placement, { customer: signed(former, "ann") }))).toBe("422 customer.signature INVALID");
    expect(await isVerified(await begin({ customer: signed(secret, "ann") }))).toBe(true);
  });

  it("is rejected with a previous secret after two rotations", async () => {
    const leaked = await rotateSecret(client, placement);
    for (const _twice of [1, 2]) await rotateSecret(client, placement);
    expect(wordsOf(await visitor.start(placement, { customer: signed(leaked, "ann") }))).toBe("422 customer.signature INVALID");
  });
});

describe("an unsigned customer", () => {
  it("is an unverified claim, and the event says whether a signature was expected", async () => {
    const id = await begin({ customer: { ref: "ann" } });
    await change(id, { outcome: "SKIPPED" });
    await rotateSecret(client, placement);
    const late = await begin({ customer: { ref: "ann" } });
    await change(late, { outcome: "SKIPPED" });
    expect(await emitted()).toEqual([
      ["skipped", "ann", false, false],
      ["skipped", "ann", false, true],
    ]);
    expect(await isVerified(late)).toBe(false);
  });

  it("expects a signature of a response begun before the placement had its secret", async () => {
    const id = await begin({ customer: { ref: "ann" } });
    await rotateSecret(client, placement);
    await change(id, { outcome: "SKIPPED" });
    expect(await emitted()).toEqual([["skipped", "ann", false, true]]);
  });

  it("becomes verified later, once, with an event after the outcome", async () => {
    const secret = await rotateSecret(client, placement);
    const id = await begin({ customer: { ref: "ann" } });
    await change(id, { outcome: "SKIPPED" });
    for (const _again of [1, 2]) expect(wordsOf(await change(id, { customer: signed(secret, "Ann") }))).toBe("200");
    expect(wordsOf(await change(id, { customer: { ref: "ann" } }))).toBe("200");
    expect(await isVerified(id)).toBe(true);
    expect(await emitted()).toEqual([
      ["skipped", "ann", false, true],
      ["customer_identified", "ann", true, true],
    ]);
  });

  it("of a response without a customer becomes known and verified by one event", async () => {
    const secret = await rotateSecret(client, placement);
    const id = await begin();
    await change(id, { outcome: "SKIPPED" });
    await change(id, { customer: signed(secret, "ann") });
    expect(await emitted()).toEqual([
      ["skipped", null, false, true],
      ["customer_identified", "ann", true, true],
    ]);
  });
});

describe("the customer of an open response", () => {
  it("is replaced by a verified one, unless it is verified itself", async () => {
    const secret = await rotateSecret(client, placement);
    const id = await begin({ customer: { ref: "victim", name: "Vic", email: "vic@shop.example" } });
    expect(wordsOf(await change(id, { customer: { ref: "ann" } }))).toBe("422 customer.ref CONFLICT");
    expect(wordsOf(await change(id, { customer: signed(secret, "ann") }))).toBe("200");
    expect(await storedResponse(fixture, id)).toMatchObject({ customer_ref: "ann", customer_name: null, customer_email: null });
    expect(wordsOf(await change(id, { customer: signed(secret, "bob") }))).toBe("422 customer.ref CONFLICT");
    expect(wordsOf(await change(id, { customer: { ref: "ann", name: "Other" }, outcome: "SKIPPED" }))).toBe("200");
    expect(await storedResponse(fixture, id)).toMatchObject({ customer_name: null, customer_verified: true });
    expect(await emitted()).toEqual([["skipped", "ann", true, true]]);
  });

  it("cannot change after the outcome", async () => {
    const secret = await rotateSecret(client, placement);
    const id = await begin({ customer: { ref: "ann" } });
    await change(id, { outcome: "SKIPPED" });
    expect(wordsOf(await change(id, { customer: signed(secret, "bob") }))).toBe("422 customer.ref CONFLICT");
    expect(await emitted()).toHaveLength(1);
  });
});

it("a signature is accepted on the hosted page too, although none is expected", async () => {
  const hosted = await openForm(client);
  const secret = await rotateSecret(client, hosted.placement);
  const { said } = await visitor.start(hosted.placement, { customer: signed(secret, "ann") });
  await visitor.change(hosted.placement, said.id, { outcome: "SKIPPED" });
  expect(await emitted()).toEqual([["skipped", "ann", true, false]]);
});
