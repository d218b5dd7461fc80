import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { faultsOf, outcomesOf, rowsOf } from "../../testing/answers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, sendRecords, sentCheckout, sentOrder } from "../../testing/send.js";

let fixture: Fixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
});

const send = (...records: unknown[]) => sendRecords(fixture, client, "orders", records, { connectionId });

describe("an ingested checkout", () => {
  const sendCheckouts = (...records: unknown[]) => sendRecords(fixture, client, "checkouts", records, { connectionId });

  it("is stored as sent, open by default, with its partner", async () => {
    const partner = newId();
    await fixture.admin.query("INSERT INTO partner_references (workspace_id, row_id, name, handle_key) VALUES ($1, $2, 'Ada', 'ada')", [
      client.workspaceId,
      partner,
    ]);
    const checkouts = [
      sentCheckout({ partner: "@Ada" }),
      sentCheckout({ partner: { name: "Ada" }, status: "ABANDONED", stage: "CHECKOUT" }),
      sentCheckout({ partner: "Nobody" }),
    ];
    const answer = await sendCheckouts(...checkouts, sentCheckout({ startedAt: "now", stage: "PAYMENT", partner: "Nobody" }));
    expect(faultsOf(answer)).toEqual(["", "", "partner UNAVAILABLE", "partner UNAVAILABLE,stage INVALID,startedAt INVALID"]);
    expect(await rowsOf(fixture, client, "checkouts")).toMatchObject([
      { external_ref: checkouts[0]?.externalRef, partner_id: partner, status: 2, stage: 0 },
      { external_ref: checkouts[1]?.externalRef, partner_id: partner, status: 0, stage: 1 },
    ]);
  });
  it("is linked to its order in any order of arrival, and stays linked after later versions", async () => {
    const [early, late] = [sentOrder(), sentOrder()];
    await send(early);
    const checkouts = [early, late].map(({ externalRef }) => sentCheckout({ orderExternalRef: externalRef }));
    await sendCheckouts(...checkouts);
    await send(late);
    const linked = async () => (await rowsOf(fixture, client, "checkouts")).map(({ order_id, status }) => [typeof order_id, status]);
    expect(await linked()).toEqual([
      ["string", 1],
      ["string", 1],
    ]);
    const again = checkouts.map((checkout) => ({ ...checkout, providerUpdatedAt: "2026-05-03T12:00:00Z" }));
    expect(outcomesOf(await sendCheckouts(...again))).toEqual(["accepted", "accepted"]);
    expect(await linked()).toEqual([
      ["string", 1],
      ["string", 1],
    ]);
    const elsewhere = { ...again[0], providerUpdatedAt: "2026-05-04T12:00:00Z", orderExternalRef: "nowhere" };
    await sendCheckouts(elsewhere);
    expect(await linked()).toEqual([
      ["string", 1],
      ["string", 1],
    ]);
  });
  it("changes nothing if repeated or older", async () => {
    const checkout = sentCheckout({ stage: "CHECKOUT" });
    expect(
      outcomesOf(await sendCheckouts(checkout, checkout, { ...checkout, providerUpdatedAt: "2026-04-01T00:00:00Z", stage: "CART" })),
    ).toEqual(["accepted", "unchanged", "stale"]);
    expect(await rowsOf(fixture, client, "checkouts")).toMatchObject([{ stage: 1 }]);
  });
});
