import { describe, expect, it } from "vitest";
import { type Delivery, deliveries } from "./ordinals.js";
import { type CodeGrant, countsForGrant, isUndone, isUnredeemed, type UsingOrder, usedOf, uses } from "./redemption.js";

const order: UsingOrder = { customerId: "ann", placedAt: "2026-05-02T10:00:00.000Z", isReal: true, formResponseId: null };
const grant = (delivery: Delivery, changes: Partial<CodeGrant> = {}): CodeGrant => ({
  ...{ rowId: "g1", delivery: deliveries.indexOf(delivery), customerId: "ann", customerVerified: true, formResponseId: "r1" },
  ...{ outcomeAt: "2026-05-01T10:00:00.000Z", expiresAt: null, ...changes },
});

describe.each(deliveries)("a grant with a %s code", (delivery) => {
  it("is redeemed only before its end, and not by test orders", () => {
    const usedBefore = (expiresAt: string) => uses(order, grant(delivery, { expiresAt }));
    expect([usedBefore("2026-05-02T10:00:00.001Z"), usedBefore("2026-05-02T10:00:00.000Z")]).toEqual([true, false]);
    expect(uses({ ...order, isReal: false }, grant(delivery))).toBe(false);
  });

  it(`is ${delivery === "UNIQUE" ? "redeemed" : "not redeemed"} by an order from before the outcome`, () => {
    const at = (placedAt: string) => uses({ ...order, placedAt }, grant(delivery));
    expect([at("2026-05-01T09:59:59.999Z"), at("2026-05-01T10:00:00.000Z")]).toEqual([delivery === "UNIQUE", true]);
  });

  it(`is ${delivery === "SHARED" ? "not redeemed" : "redeemed"} by another customer's order, and always by its response's order`, () => {
    expect(uses({ ...order, customerId: "bob" }, grant(delivery))).toBe(delivery !== "SHARED");
    expect(uses({ ...order, customerId: null }, grant(delivery, { customerId: null }))).toBe(delivery !== "SHARED");
    expect(uses({ ...order, customerId: "bob", formResponseId: "r1" }, grant(delivery))).toBe(true);
  });
});

describe("several grants of a code", () => {
  it("an order redeems its response's grant, else a verified customer's, else the one that ends first, else the oldest", () => {
    const [endless, long, short] = [
      grant("SHARED", { rowId: "endless", formResponseId: "r2" }),
      grant("SHARED", { rowId: "long", expiresAt: "2026-05-09T10:00:00.000Z", formResponseId: "r3" }),
      grant("SHARED", { rowId: "short", expiresAt: "2026-05-03T10:00:00.000Z", formResponseId: "r4" }),
    ];
    const used = (formResponseId: string | null, ...grants: CodeGrant[]) => usedOf({ ...order, formResponseId }, grants)?.rowId;
    expect(used(null, endless, long, short)).toBe("short");
    expect(used("r2", endless, long, short)).toBe("endless");
    expect(used(null, endless, long)).toBe("long");
    expect(used(null, endless, { ...endless, rowId: "elder", outcomeAt: "2026-05-01T09:00:00.000Z" })).toBe("elder");
    expect(used(null, { ...short, expiresAt: "2026-05-02T09:00:00.000Z" })).toBeUndefined();
    const claim = { ...short, customerVerified: false };
    expect([used(null, claim, endless), used("r4", claim, endless), used(null, claim)]).toEqual(["endless", "short", "short"]);
  });
});

describe("an order that redeemed a grant", () => {
  const freed = (delivery: Delivery, changes: Partial<UsingOrder>, names = ["sun", "moon"]) =>
    isUnredeemed({ ...order, ...changes }, names, { ...grant(delivery, { expiresAt: "2026-05-03T10:00:00.000Z" }), codeKey: "sun" });

  it.each(deliveries)("unredeems it if it becomes a test, loses the code, or was placed after the grant's end: %s", (delivery) => {
    expect([freed(delivery, {}), freed(delivery, { placedAt: "2026-05-03T09:59:59.999Z" })]).toEqual([false, false]);
    expect([freed(delivery, {}, ["moon"]), freed(delivery, { isReal: false })]).toEqual([true, true]);
    expect(freed(delivery, { placedAt: "2026-05-03T10:00:00.000Z" })).toBe(true);
  });

  it("unredeems a SHARED code if it becomes another customer's, not if it becomes anonymous", () => {
    const isFreedOf = (customerId: string | null) => deliveries.map((delivery) => freed(delivery, { customerId }));
    expect(isFreedOf("bob")).toEqual([true, false, false]);
    expect(isFreedOf(null)).toEqual([false, false, false]);
    expect(freed("SHARED", { customerId: "bob", formResponseId: "r1" })).toBe(false);
  });
});

describe("an order that a response led to", () => {
  it("counts if it is not a test, has the same customer or none, and was placed after the outcome", () => {
    const led = (changes: Partial<UsingOrder>) => countsForGrant({ ...order, ...changes }, grant("UNIQUE"));
    expect([led({}), led({ customerId: null }), led({ placedAt: "2026-05-01T10:00:00.000Z" })]).toEqual([true, true, true]);
    expect([led({ isReal: false }), led({ customerId: "bob" }), led({ placedAt: "2026-05-01T09:59:59.999Z" })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("a reversed order", () => {
  it("was cancelled or refunded", () => {
    expect(isUndone({ isCancelled: false, isRefunded: false })).toBe(false);
    expect([isUndone({ isCancelled: true, isRefunded: false }), isUndone({ isCancelled: false, isRefunded: true })]).toEqual([true, true]);
  });
});
