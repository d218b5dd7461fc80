import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { discountCodeOf, partnerOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, surveyModel, type Visitors, visitors } from "../../testing/collect.js";
import { type DiscountsFixture, startDiscountsFixture } from "../../testing/discounts.js";
import { done, mutate } from "../../testing/forms.js";

let fixture: DiscountsFixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startDiscountsFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

async function started(placement: { publicKey: string }, body: object): Promise<Record<string, unknown> & { row_id: string }> {
  const { status, said } = await visitor.start(placement, body);
  expect(status).toBe(201);
  return (await storedResponse(fixture, said.id)) as Record<string, unknown> & { row_id: string };
}

describe("a response", () => {
  it("stores the discount code and partner, by name, id or minted code", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const records = fixture.discounts.in(client.workspaceId);
    const ann = partnerOf({ handle: "ann" });
    const summer = discountCodeOf({ code: "SUMMER", aliases: ["sun"], partnerId: newId() });
    records.partners.push(ann);
    records.discountCodes.push(summer);
    expect(await started(placement, { discountCode: "SUN", partner: "@Ann" })).toMatchObject({
      discount_code_id: summer.rowId,
      discount_code_said: null,
      partner_id: ann.rowId,
      partner_said: null,
    });
    expect(await started(placement, { discountCode: { name: "summer" } })).toMatchObject({ partner_id: summer.partnerId });
    records.minted.set("thx-abcdefghjk", summer.rowId);
    const byMinted = { discount_code_id: summer.rowId, discount_code_said: null, partner_id: summer.partnerId };
    expect(await started(placement, { discountCode: "THX-ABCDEFGHJK" })).toMatchObject(byMinted);
    expect(await started(placement, { partner: ann.rowId })).toMatchObject({ partner_id: ann.rowId, discount_code_id: null });
  });

  it("is accepted with an unknown code or while discounts is unavailable, and resolved again at its outcome", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const late = discountCodeOf({ code: "LATE" });
    const ann = partnerOf();
    const body = { discountCode: "late", partner: "Ann" };
    const said = { discount_code_id: null, discount_code_said: "late", partner_id: null, partner_said: "Ann" };
    const unknown = await started(placement, body);
    expect(unknown).toMatchObject(said);
    let away: { row_id: string } | undefined;
    await fixture.discounts.whileAway(async () => {
      away = await started(placement, body);
    });
    expect(away).toMatchObject(said);
    const records = fixture.discounts.in(client.workspaceId);
    records.discountCodes.push(late);
    records.partners.push(ann);
    for (const { row_id: id } of [unknown, away ?? unknown]) {
      expect((await visitor.change(placement, id, { outcome: "SKIPPED" })).status).toBe(200);
      const found = { discount_code_id: late.rowId, discount_code_said: null, partner_id: ann.rowId, partner_said: null };
      expect(await storedResponse(fixture, id)).toMatchObject(found);
    }
  });

  it("stores its origin and customer", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const body = {
      visitorId: "ann",
      sessionId: "s",
      clickId: "c",
      clickIdKind: "gclid",
      originRef: "https://shop.example/cart",
      customer: { ref: " ANN@shop.example", email: "ann@shop.example", name: "Ann" },
    };
    expect(await started(placement, body)).toMatchObject({
      visitor_id: "ann",
      session_id: "s",
      click_id: "c",
      click_id_kind: "gclid",
      origin_ref: "https://shop.example/cart",
      customer_id: customerIdOf(client.workspaceId, "ann@shop.example"),
      customer_ref: "ann@shop.example",
      customer_email: "ann@shop.example",
      customer_name: "Ann",
      channel_id: placement.channelId,
      short_link_id: null,
    });
  });
});

describe("the trust score", () => {
  const more = ["a", "b", "c"].map((name) => ({ type: "rating", name }));
  const model = { pages: [...surveyModel.pages, { name: "second", elements: more }] };
  const answers = { why: "x", stars: 3, a: 3, b: 3, c: 3 };

  it("is lowered by each signal and names it", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client, { model });
    await done(mutate(client, "update_form", { formId: form.rowId, body: { enable_repeat: true } }));
    const outcome = "COMPLETE";
    async function trust(
      body: object,
      change: object,
      {
        address = "203.0.113.5",
        userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/${newId()}.0.0.0 Safari/537.36`,
        waitMs = 60_000,
      } = {},
    ) {
      const asking = { address, headers: { "user-agent": userAgent } };
      const { said } = await visitor.start(placement, body, asking);
      fixture.clock.advance(waitMs);
      expect((await visitor.change(placement, said.id, { outcome, ...change }, asking)).status).toBe(200);
      const { trust_score, trust_reasons, trust_version } = (await storedResponse(fixture, said.id)) ?? {};
      return [trust_score, trust_reasons, trust_version];
    }
    const varied = { ...answers, a: 1 };
    expect(await trust({ visitorId: "ann" }, { answers: varied })).toEqual([1, [], 3]);
    expect(await trust({ visitorId: "ann" }, { answers: varied }, { address: "198.51.100.1" })).toEqual([0.8, ["same_visitor"], 3]);
    expect(await trust({}, { answers: varied })).toEqual([0.966667, ["same_network"], 3]);
    expect(await trust({}, { answers: varied }, { address: "127.0.0.1" })).toEqual([1, [], 3]);
    expect(await trust({}, { answers: varied }, { address: "127.0.0.1" })).toEqual([1, [], 3]);
    expect(await trust({}, { answers }, { address: "2001:db8::1" })).toEqual([0.85, ["same_answers"], 3]);
    expect(await trust({}, { answers: varied }, { address: "2001:db8::ffff:1" })).toEqual([0.966667, ["same_network"], 3]);
    expect(await trust({}, { answers: varied }, { address: "192.0.2.1", waitMs: 0 })).toEqual([0.4, ["answered_too_fast"], 3]);
    expect(await trust({ answers: varied }, {}, { address: "192.0.2.2", waitMs: 0 })).toEqual([0.4, ["answered_too_fast"], 3]);
    expect(await trust({ trap: "" }, { answers: varied, trap: "x" }, { address: "192.0.2.3" })).toEqual([0.2, ["honeypot_filled"], 3]);
    const alike = { address: "192.0.2.9", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" };
    expect(await trust({}, { answers: varied }, alike)).toEqual([1, [], 3]);
    expect(await trust({}, { answers: varied }, alike)).toEqual([0.933333, ["same_network", "same_device"], 3]);
    for (const [index, userAgent] of ["Googlebot/2.1", "node", "python-requests/2.32"].entries())
      expect(await trust({}, { answers: varied }, { address: `192.0.2.${20 + index}`, userAgent })).toEqual([0.3, ["bot_user_agent"], 3]);
    for (const [index, email] of ["x@mailinator.com", "x@Mailinator.com."].entries()) {
      const address = `192.0.2.${index + 10}`;
      expect(await trust({ customer: { ref: email, email } }, { answers: varied }, { address })).toEqual([0.7, ["disposable_email"], 3]);
    }
  });
});
