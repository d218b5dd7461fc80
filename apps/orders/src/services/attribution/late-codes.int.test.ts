import { grantCodeIssued, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { partnerOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { after, code, lateEvents, minute, order, placedAt } from "../../testing/late-events.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(minute);
});

const { take, emitEvent, jobsDone, orders, attributions, created, updated, deleted, issued } = lateEvents(() => ({ fixture, client }));

describe("a discount code that arrives after its order", () => {
  it("is the order's attribution, with partner, tier, revenue and time; one event is emitted", async () => {
    await take(order({ discountCodes: ["sUn"], totalPrice: "20.5", refundedTotal: "0.25" }), order({ externalRef: "other" }));
    const before = await orders();
    expect(before).toMatchObject([
      { discountCodeId: null, attributedRevenue: null, attributionMethod: null, attributionScoredAt: null },
      { externalRef: "other" },
    ]);
    fixture.clock.advance(minute);
    const now = fixture.clock.now().toISOString();
    const partner = partnerOf();
    const data = code({ partnerId: partner.rowId }, "QUICK");
    await created(data);
    await emitEvent(partnerAdded, partner.rowId, partner);
    const [found, other] = await orders();
    expect(found).toMatchObject({
      discountCodeId: data.rowId,
      partnerId: partner.rowId,
      formResponseId: null,
      bestTier: "QUICK",
      attributedRevenue: "20.25",
      attributionMethod: "DISCOUNT_CODE",
      attributionScoredAt: now,
      updatedAt: now,
      reported: { nativeTotalPrice: "20.5", nativeAttributedRevenue: "20.25", reportedAttributedRevenue: "20.25", bestTier: "QUICK" },
    });
    expect(other).toEqual(before[1]);
    expect(await attributions()).toHaveLength(1);
  });

  it("changes nothing and emits nothing if its events contain no change", async () => {
    const data = code();
    await created(data);
    await take(order({ discountCodes: ["SUN"] }));
    const before = await orders();
    fixture.clock.advance(minute);
    await created(data);
    await updated({ ...data, updatedAt: "2026-05-02T10:00:00.000Z", title: "Another title" });
    expect(await orders()).toEqual(before);
    expect(await attributions()).toHaveLength(1);
  });

  it("keeps each order with the partner and tier at the time it was placed", async () => {
    const [first, next] = [newId(), newId()];
    const data = code({ partnerId: first }, "BASIC");
    await created(data);
    await take(
      order({ externalRef: "1", discountCodes: ["SUN"], placedAt: after(placedAt, -1) }),
      order({ externalRef: "2", discountCodes: ["SUN"], placedAt }),
    );
    await updated({ ...data, updatedAt: placedAt, partnerId: next, publicTier: "ENHANCED" });
    const [before, since] = [
      { partnerId: first, bestTier: "BASIC" },
      { partnerId: next, bestTier: "ENHANCED" },
    ];
    expect(await orders()).toMatchObject([before, since]);
    expect(await attributions()).toHaveLength(3);
    await updated({ ...data, updatedAt: after(placedAt, minute), partnerId: null, publicTier: null });
    expect(await orders()).toMatchObject([before, since]);
    await take(order({ externalRef: "1", discountCodes: ["SUN"], placedAt: after(placedAt, -1), providerUpdatedAt: after(placedAt, 1) }));
    await take(order({ externalRef: "3", discountCodes: ["SUN"], placedAt: after(placedAt, minute) }));
    expect(await orders()).toMatchObject([before, since, { partnerId: null, bestTier: null }]);
  });

  it("attributes orders from before its first partner and tier to these, permanently", async () => {
    const [data, partnerId] = [code(), newId()];
    await created(data);
    await take(order({ discountCodes: ["SUN"] }));
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId, partnerId: null, bestTier: null }]);
    await updated({ ...data, updatedAt: after(placedAt, 1), partnerId });
    await updated({ ...data, updatedAt: after(placedAt, 2), partnerId, publicTier: "QUICK" });
    expect(await orders()).toMatchObject([{ partnerId, bestTier: "QUICK" }]);
    await updated({ ...data, updatedAt: after(placedAt, 3), partnerId: newId(), publicTier: "ENHANCED" });
    expect(await orders()).toMatchObject([{ partnerId, bestTier: "QUICK" }]);
  });

  it("is found by an alias that it gets later, but not by orders placed after it lost the alias", async () => {
    const data = code({ code: "MOON" });
    await created(data);
    await take(
      order({ externalRef: "1", discountCodes: ["SUN"], placedAt: "2026-05-20T11:59:59.999Z" }),
      order({ externalRef: "2", discountCodes: ["SUN"], placedAt }),
    );
    await updated({ ...data, updatedAt: "2026-05-02T10:00:00.000Z", aliasedCodes: [{ id: newId(), code: "Sun" }] });
    expect((await orders()).map((one) => one.discountCodeId)).toEqual([data.rowId, data.rowId]);
    await updated({ ...data, updatedAt: placedAt });
    expect((await orders()).map((one) => one.discountCodeId)).toEqual([data.rowId, null]);
    expect(await orders()).toMatchObject([
      {},
      { attributionMethod: null, attributedRevenue: null, reported: { nativeAttributedRevenue: null } },
    ]);
  });

  it("keeps orders that were placed before its deletion, also if they are refunded later", async () => {
    const data = code();
    await created(data);
    await take(order({ discountCodes: ["SUN"], totalPrice: "10" }));
    await deleted(data, after(placedAt, 1));
    await jobsDone();
    const next = code();
    await created(next);
    await take(order({ discountCodes: ["SUN"], totalPrice: "10", refundedTotal: "4", providerUpdatedAt: after(placedAt, minute) }));
    await take(order({ externalRef: "later", discountCodes: ["SUN"], placedAt: after(placedAt, 1) }));
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId, attributedRevenue: "6" }, { discountCodeId: next.rowId }]);
  });

  it("does not affect another workspace", async () => {
    await take(order({ discountCodes: ["SUN"] }));
    const mine = client;
    client = fixture.client();
    await created(code());
    client = mine;
    expect(await orders()).toMatchObject([{ discountCodeId: null }]);
  });

  it("is attributed to more orders than one transaction can hold, with one event each", async () => {
    const refs = Array.from({ length: 1_200 }, (_, index) => String(index));
    const sent = refs.map((externalRef) => order({ externalRef, discountCodes: ["SUN", "MOON"] }));
    for (const start of [0, 400, 800]) await take(...sent.slice(start, start + 400));
    await created(code());
    await jobsDone();
    const { rows } = await fixture.admin.query("SELECT count(discount_code_id)::integer AS count FROM orders WHERE workspace_id = $1", [
      client.workspaceId,
    ]);
    expect(rows).toEqual([{ count: 1_200 }]);
    const events = await attributions();
    expect([events.length, new Set(events).size]).toEqual([1_200, 1_200]);
  });
});

describe("the amount that a code deducted", () => {
  it("is that of the name that attributed the order, without an event if only the name changes", async () => {
    const amounts = { discountCodes: ["SOL", "SUN"], discountAmounts: ["5", "3"] };
    await take(order(amounts));
    const data = code();
    await created(data);
    const given = async () => {
      await jobsDone();
      const { rows } = await fixture.admin.query(
        `SELECT o.discount_given AS given, v.reported_discount_given AS reported, o.attribution_scored_at AS at FROM orders o
         JOIN order_reported v ON v.order_id = o.row_id WHERE o.workspace_id = $1`,
        [client.workspaceId],
      );
      return rows;
    };
    const before = await given();
    expect(before).toEqual([{ given: "30000", reported: "30000", at: expect.any(Date) }]);
    fixture.clock.advance(minute);
    await updated({ ...data, aliasedCodes: [{ id: newId(), code: "SOL" }], updatedAt: "2026-05-01T11:00:00.000Z" });
    expect(await given()).toEqual([{ given: "50000", reported: "50000", at: before[0]?.at }]);
    expect(await attributions()).toHaveLength(1);
  });
});

describe("a minted code", () => {
  const minted = async (
    discountCodeId: string,
    code = "SUN-ABCDEFGHJK",
    delivery: "UNIQUE" | "POOL" = "UNIQUE",
    grantId: string = newId(),
  ) => {
    await emitEvent(grantCodeIssued, grantId, { grantId, discountCodeId, delivery, code });
    return grantId;
  };

  it("attributes its order to its discount code, which counts as a use", async () => {
    const data = code({ partnerId: newId() }, "ENHANCED");
    await created(data);
    await minted(data.rowId);
    await take(order({ discountCodes: ["sun-abcdefghjk"], totalPrice: "7" }));
    expect(await orders()).toMatchObject([
      { discountCodeId: data.rowId, partnerId: data.partnerId, bestTier: "ENHANCED", attributedRevenue: "7" },
    ]);
    const [attribution, ...more] = (await client.events()).filter(({ what }) => what === "order.attributed");
    expect(attribution?.data).toMatchObject({ discountCodeId: data.rowId, countsAsUse: true });
    expect(more).toEqual([]);
  });

  it("does so if it arrives after the order, also before its discount code, whose partner and tier follow", async () => {
    const data = code({ partnerId: newId() }, "QUICK");
    await take(order({ discountCodes: ["SUN-ABCDEFGHJK"] }));
    await minted(data.rowId);
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId, partnerId: null, bestTier: null }]);
    await created(data);
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId, partnerId: data.partnerId, bestTier: "QUICK" }]);
    expect(await attributions()).toHaveLength(2);
  });

  it("has the higher tier of code and grant, in any order of arrival", async () => {
    const data = code({}, "QUICK");
    await created(data);
    const grantIds = [await minted(data.rowId, "ONE"), await minted(data.rowId, "TWO"), newId()];
    await take(...["ONE", "TWO", "THREE"].map((name) => order({ externalRef: name, discountCodes: [name] })));
    for (const [index, tier] of (["enhanced", "quick", "enhanced"] as const).entries())
      await issued({ rowId: grantIds[index] ?? "", tier });
    await minted(data.rowId, "THREE", "UNIQUE", grantIds[2]);
    expect((await orders()).map(({ externalRef, bestTier }) => `${externalRef} ${bestTier}`)).toEqual([
      "ONE ENHANCED",
      "THREE ENHANCED",
      "TWO QUICK",
    ]);
  });

  it("survives updates of its discount code; a repeated event has no effect", async () => {
    const data = code();
    await created(data);
    await minted(data.rowId);
    await minted(data.rowId);
    await updated({ ...data, updatedAt: "2026-05-02T10:00:00.000Z", code: "MOON" });
    await take(order({ discountCodes: ["SUN-ABCDEFGHJK"] }));
    expect(await orders()).toMatchObject([{ discountCodeId: data.rowId }]);
    expect(await attributions()).toHaveLength(1);
  });

  it("attributes orders from before the deletion of its discount code, however late they arrive, and none after", async () => {
    const data = code();
    await created(data);
    await minted(data.rowId);
    const placedThen = (externalRef: string, ms: number) =>
      order({ externalRef, discountCodes: ["SUN-ABCDEFGHJK"], placedAt: after(placedAt, ms) });
    await take(placedThen("1", -1), placedThen("2", 0));
    expect((await orders()).map(({ discountCodeId }) => discountCodeId)).toEqual([data.rowId, data.rowId]);
    await deleted(data, placedAt);
    await take(placedThen("3", -1), placedThen("4", 0));
    expect((await orders()).map(({ discountCodeId }) => discountCodeId)).toEqual([data.rowId, null, data.rowId, null]);
  });

  it("does not include a pool alias, which belongs to the discount code as long as it has it", async () => {
    const data = code({ aliases: ["Sol"] });
    await created(data);
    await minted(data.rowId, "Sol", "POOL");
    await updated({ ...data, updatedAt: "2026-05-02T10:00:00.000Z", aliasedCodes: [] });
    await take(order({ discountCodes: ["sol"] }));
    expect(await orders()).toMatchObject([{ discountCodeId: null }]);
  });
});
