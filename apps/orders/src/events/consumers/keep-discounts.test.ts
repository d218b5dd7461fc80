import { connectionAdded, discountCodeDeleted, discountCodeUpdated, grantCodeGiven } from "@offergraph/shared/events/catalog/discounts";
import { describe, expect, it } from "vitest";
import { concernsOrders } from "./keep-discounts.js";

const concerns = (type: string, data: object) => concernsOrders({ type, data } as Parameters<typeof concernsOrders>[0]);

describe("what discounts tell concerns orders", () => {
  it("when a code changed in anything but how often it was used, which each order makes them tell", () => {
    expect(concerns(discountCodeUpdated.subject, { changed: ["usageCount"] })).toBe(false);
    for (const changed of [["code", "updatedAt"], ["usageCount", "partnerId"], ["aliasedCodes"]])
      expect(concerns(discountCodeUpdated.subject, { changed })).toBe(true);
    for (const { subject } of [connectionAdded, discountCodeDeleted]) expect(concerns(subject, {})).toBe(true);
  });

  it("when a code was minted for a grant, not when the grant took one that is known", () => {
    for (const delivery of ["SHARED", "POOL"]) expect(concerns(grantCodeGiven.subject, { delivery })).toBe(false);
    expect(concerns(grantCodeGiven.subject, { delivery: "UNIQUE" })).toBe(true);
  });
});
