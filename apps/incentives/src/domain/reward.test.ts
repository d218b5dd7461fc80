import { describe, expect, it } from "vitest";
import { deliveries, incentiveKinds } from "./ordinals.js";
import { type CodeEnd, deliveryOf, endReason, expiryOf, mayRetry, prefixOf, retryDelayAfter, rewardOf, soonest } from "./reward.js";

const nothing = {
  ...{ delivery: null, discountCodeId: null, connectionId: null, amountMinor: null, currency: null, lookupKey: null },
  ...{ entitlementLimit: null, fields: null, publicLabel: null },
};
const rule = { discountCodeId: null, connectionId: null };

describe("a rule's reward", () => {
  it("contains exactly its terms", () => {
    const [discount, credit, entitlement, metadata] = incentiveKinds.map((_, kind) => kind) as [number, number, number, number];
    expect(rewardOf({ ...rule, kind: discount, discountCodeId: "d", terms: {} })).toEqual({
      ...{ ...nothing, kind: discount, discountCodeId: "d", delivery: deliveries.indexOf("SHARED") },
    });
    expect(rewardOf({ ...rule, kind: discount, discountCodeId: "d", terms: { delivery: "POOL" } }).delivery).toBe(
      deliveries.indexOf("POOL"),
    );
    const money = { amount_minor: Number.MAX_SAFE_INTEGER, currency: "eur", expires_in_days: 1 };
    expect(rewardOf({ ...rule, kind: credit, connectionId: "c", terms: money })).toEqual({
      ...{ ...nothing, kind: credit, connectionId: "c", amountMinor: "9007199254740991", currency: "eur" },
    });
    expect(rewardOf({ ...rule, kind: entitlement, terms: { lookup_key: "seats", limit: 2 } })).toEqual({
      ...{ ...nothing, kind: entitlement, lookupKey: "seats", entitlementLimit: 2 },
    });
    expect(rewardOf({ ...rule, kind: metadata, terms: { fields: { a: null }, public_label: "VIP" } })).toEqual({
      ...{ ...nothing, kind: metadata, fields: { a: null }, publicLabel: "VIP" },
    });
  });

  it("defaults to the shared code without a prefix", () => {
    expect([deliveryOf({}), deliveryOf({ delivery: "UNIQUE" })]).toEqual(["SHARED", "UNIQUE"]);
    expect([prefixOf({}), prefixOf({ prefix: "THX" })]).toEqual([null, "THX"]);
  });
});

describe("a reward's end", () => {
  const now = new Date("2026-05-01T10:00:00.000Z");
  it("is the given number of 24-hour days after the issue, also across a change to summer time", () => {
    expect(expiryOf({ expires_in_days: 1 }, new Date("2026-03-28T10:00:00.000Z"))?.toISOString()).toBe("2026-03-29T10:00:00.000Z");
    expect(expiryOf({ expires_in_days: 365 }, now)?.toISOString()).toBe("2027-05-01T10:00:00.000Z");
  });

  it("does not exist without days, or after the year 9999", () => {
    const lastDays = Math.floor((Date.parse("9999-12-31T23:59:59.999Z") - now.getTime()) / 86_400_000);
    expect(expiryOf({}, now)).toBeNull();
    expect(expiryOf({ expires_in_days: lastDays }, now)?.getUTCFullYear()).toBe(9999);
    for (const expires_in_days of [lastDays + 1, Number.MAX_SAFE_INTEGER]) expect(expiryOf({ expires_in_days }, now)).toBeNull();
  });
});

describe("asking for a code", () => {
  it("is repeated eight times with doubled delays, two hours in total", () => {
    const times = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(times.map(mayRetry)).toEqual([true, true, true, true, true, true, true, false]);
    expect(times.map((time) => retryDelayAfter(time) / 1_000)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_840]);
  });
});

const [first, second, third] = ["2026-05-01T10:00:00.000Z", "2026-05-02T10:00:00.000Z", "2026-05-03T10:00:00.000Z"] as const;
const code = (changes: Partial<CodeEnd>): CodeEnd => ({ endsAt: null, overSince: null, isDeleted: false, ...changes });

describe("a grant of a discount code", () => {
  it("ends at its own end, the code's end or the code's expiry, whichever is first", () => {
    expect(soonest(first, code({ endsAt: second, overSince: third }))).toEqual(new Date(first));
    expect(soonest(third, code({ endsAt: second }))).toEqual(new Date(second));
    expect(soonest(new Date(third), code({ endsAt: second, overSince: first }))).toEqual(new Date(first));
    expect(soonest(null, code({}))).toBeNull();
  });

  it("has ended from the code's end on", () => {
    const [before, at] = [new Date(Date.parse(second) - 1), new Date(second)];
    const ending = code({ endsAt: second });
    expect([endReason(ending, before), endReason(ending, at)]).toEqual([null, "CODE_EXPIRED"]);
    expect(endReason(code({ overSince: first, isDeleted: true }), before)).toBe("CODE_DELETED");
    expect(endReason(code({}), at)).toBeNull();
  });
});
