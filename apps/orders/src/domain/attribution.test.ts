import { describe, expect, it } from "vitest";
import { type AttributedOrder, attributionOf, type CompletedResponse, responseOf, responseWindow, strongestTier } from "./attribution.js";

const placedAt = "2026-06-01T12:00:00.000Z";
const order: AttributedOrder = {
  nameKeys: ["sun"],
  placedAt,
  customerId: "ann",
  clickId: "click",
  visitorId: "visitor",
  claimedFormResponseId: null,
  pinnedResponseId: null,
};
const response = (changes: Partial<CompletedResponse> = {}): CompletedResponse => ({
  rowId: "r1",
  completedAt: "2026-05-20T12:00:00.000Z",
  customerId: null,
  clickId: null,
  visitorId: "another",
  partnerId: null,
  tiers: [],
  ...changes,
});

describe("the response of an order", () => {
  it.each([
    ["customer", { customerId: "ann" }],
    ["click", { clickId: "click" }],
    ["visitor", { visitorId: "visitor" }],
  ])("is of the same %s", (_what, same) => {
    expect(responseOf(order, [response(), response({ rowId: "r2", ...same })])?.rowId).toBe("r2");
  });

  it("is undefined without customer, click and visitor", () => {
    expect(responseOf({ ...order, customerId: null, clickId: null, visitorId: null }, [response()])).toBeUndefined();
  });

  it("was completed within 30 × 24 hours before, both ends included", () => {
    const { from, to } = responseWindow(placedAt);
    expect([from, to]).toEqual(["2026-05-02T12:00:00.000Z", placedAt]);
    const found = (completedAt: string) => responseOf(order, [response({ visitorId: "visitor", completedAt })]) !== undefined;
    expect(["2026-05-02T11:59:59.999Z", from, to, "2026-06-01T12:00:00.001Z"].map(found)).toEqual([false, true, true, false]);
  });

  it("is the latest one; ties: greatest id", () => {
    const [early, late] = ["2026-05-20T12:00:00.000Z", "2026-05-20T12:00:00.001Z"];
    const of = (rowId: string, completedAt: string) => response({ rowId, completedAt, visitorId: "visitor" });
    expect(responseOf(order, [of("9", early), of("1", late), of("3", late), of("2", late)])?.rowId).toBe("3");
  });

  it("is the one that the store references, for any customer and time", () => {
    const named = response({ rowId: "named", completedAt: "2020-01-01T00:00:00.000Z" });
    const last = response({ visitorId: "visitor" });
    expect(responseOf({ ...order, claimedFormResponseId: "named" }, [last, named])?.rowId).toBe("named");
    expect(responseOf({ ...order, claimedFormResponseId: "not there" }, [last, named])?.rowId).toBe(last.rowId);
  });

  it("may be the one found before its customer's erasure, after a referenced or later one", () => {
    const pinned = response({ rowId: "pinned", completedAt: "2026-05-10T12:00:00.000Z" });
    const [earlier, later] = ["2026-05-09T12:00:00.000Z", "2026-05-11T12:00:00.000Z"].map((completedAt) =>
      response({ rowId: completedAt, clickId: "click", completedAt }),
    ) as [CompletedResponse, CompletedResponse];
    const erased = { ...order, pinnedResponseId: "pinned" };
    expect(responseOf(erased, [pinned, earlier])?.rowId).toBe("pinned");
    expect(responseOf(erased, [pinned, later])?.rowId).toBe(later.rowId);
    expect(responseOf({ ...erased, claimedFormResponseId: earlier.rowId }, [pinned, earlier])?.rowId).toBe(earlier.rowId);
    expect(responseOf({ ...erased, placedAt: "2020-01-01T00:00:00.000Z" }, [pinned])?.rowId).toBe("pinned");
  });
});

it("the attribution window does not begin before the earliest date", () => {
  expect(responseWindow("0001-01-30T12:00:00.000Z").from).toBe("0001-01-01T00:00:00.000Z");
  expect(responseWindow("0001-02-01T12:00:00.000Z").from).toBe("0001-01-02T12:00:00.000Z");
  expect(responseWindow("9999-12-31T23:59:59.999Z").from).toBe("9999-12-01T23:59:59.999Z");
});

describe("the attribution of an order", () => {
  const nothing = { attributionMethod: null, discountCodeId: null, partnerId: null, formResponseId: null, bestTier: null };

  it("is its discount code with that code's partner and tier, for any response", () => {
    expect(attributionOf({ discountCodeId: "a", partnerId: "p", tier: "QUICK", grantTiers: [] }, response({ partnerId: "q" }))).toEqual({
      ...nothing,
      attributionMethod: "DISCOUNT_CODE",
      discountCodeId: "a",
      partnerId: "p",
      bestTier: "QUICK",
    });
  });

  it("is otherwise the response with its partner, or none", () => {
    const found = { ...nothing, attributionMethod: "FORM_RESPONSE", formResponseId: "r1", partnerId: "q" };
    expect(attributionOf(undefined, response({ partnerId: "q" }))).toEqual(found);
    expect(attributionOf(undefined, undefined)).toEqual(nothing);
  });
});

it("the strongest tier is ENHANCED, then QUICK, then BASIC", () => {
  expect(strongestTier(["QUICK", "ENHANCED", null, "BASIC"])).toBe("ENHANCED");
  expect(strongestTier(["QUICK", "BASIC"])).toBe("QUICK");
  expect(strongestTier(["BASIC", null])).toBe("BASIC");
  expect(strongestTier([null])).toBeNull();
  expect(strongestTier([])).toBeNull();
});
