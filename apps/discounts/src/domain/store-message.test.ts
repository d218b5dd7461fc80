import { describe, expect, it } from "vitest";
import { mintedPushMessage, mintedRemoveMessage, pushMessage, removeMessage } from "./store-message.js";

const code = {
  rowId: "code",
  code: "SUMMER",
  title: "Summer",
  displayName: null,
  valueKind: 0,
  valuePercent: "125000",
  valueAmount: null,
  usageLimit: 5,
  startAt: "2026-06-01T00:00:00.000Z",
  endsAt: null,
  oneTimePurchase: false,
  status: 3,
  isPublic: true,
  tagNames: ["inside"],
  usageCount: 3,
};
const placement = { rowId: "placement", connectionId: "connection", child: { shop: { price: 1 }, other: {} }, targets: [] };
const messageOn = (slug: string, child: Record<string, unknown> | null = placement.child) =>
  pushMessage(code, [], { ...placement, child }, slug).data;

describe("a push message", () => {
  it("has the public fields of the code and nothing else", () => {
    const targets = [
      { kind: 2, externalRef: "shirt", title: "A shirt" },
      { kind: 0, externalRef: "sale", title: null },
    ];
    expect(pushMessage(code, ["SUN"], { ...placement, targets }, "shop")).toEqual({
      type: "discount_code.push",
      data: {
        connectionId: "connection",
        placementId: "placement",
        discountCodeId: "code",
        code: "SUMMER",
        aliasedCodes: ["SUN"],
        title: "Summer",
        displayName: null,
        valueKind: "percent",
        valuePercent: "12.5",
        valueAmount: null,
        usageLimit: 5,
        startAt: "2026-06-01T00:00:00.000Z",
        endsAt: null,
        oneTimePurchase: false,
        status: "ACTIVE",
        isPublic: true,
        targets: [
          { kind: "PRODUCT", externalRef: "shirt" },
          { kind: "COLLECTION", externalRef: "sale" },
        ],
        settings: { price: 1 },
      },
    });
  });

  it("has only the settings of its own connection", () => {
    expect(messageOn("other").settings).toEqual({});
    expect(messageOn("third").settings).toBeNull();
    expect(messageOn("constructor").settings).toBeNull();
    expect(messageOn("shop", null).settings).toBeNull();
  });

  it("has only ids in a removal", () => {
    expect(removeMessage("connection", "code")).toEqual({
      type: "discount_code.remove",
      data: { connectionId: "connection", discountCodeId: "code" },
    });
  });
});

describe("a push message of a minted code", () => {
  const ends = "2026-09-01T00:00:00.000Z";
  const minted = { grantId: "grant", code: "THX-ABCDEFGHIJ", expiresAt: ends };
  const emitted = (endsAt: string | null, expiresAt: string | null) =>
    mintedPushMessage({ ...code, endsAt }, { ...minted, expiresAt }, placement, "shop").data.endsAt;

  it("has the terms of its discount code and its own fields", () => {
    const own = { grantId: "grant", code: "THX-ABCDEFGHIJ", usageLimit: 1, isPublic: false, endsAt: ends };
    expect(mintedPushMessage(code, minted, placement, "shop")).toEqual({
      type: "minted_code.push",
      data: { ...pushMessage(code, [], placement, "shop").data, ...own },
    });
  });

  it("ends with the grant or the code, whichever is earlier", () => {
    const [before, after] = ["2026-08-31T23:59:59.999Z", "2026-09-01T00:00:00.001Z"];
    expect([emitted(null, null), emitted(ends, null), emitted(null, ends)]).toEqual([null, ends, ends]);
    expect([emitted(ends, before), emitted(ends, after), emitted(before, ends), emitted(after, ends)]).toEqual([
      before,
      ends,
      before,
      ends,
    ]);
  });

  it("has only ids in a removal", () => {
    expect(mintedRemoveMessage("connection", "code", "grant")).toEqual({
      type: "minted_code.remove",
      data: { connectionId: "connection", discountCodeId: "code", grantId: "grant" },
    });
  });
});
