import { changesNothingKept } from "@offergraph/service/messaging/kept-fields";
import { connectionAdded, discountCodeDeleted, discountCodeUpdated, grantCodeIssued } from "@offergraph/shared/contracts/events/discounts";
import { describe, expect, it } from "vitest";
import { keepDiscounts } from "./keep-discounts.js";

const matches = (type: string, data: object) =>
  !changesNothingKept(keepDiscounts.keeps ?? new Map(), { type, data }) && keepDiscounts.filter?.({ type, data } as never);

describe("events of discounts matter to orders", () => {
  it("when a code's names, partner or tier changed, not when its status did or it was used", () => {
    for (const changed of [["usageCount"], ["status", "updatedAt"], ["title", "endsAt"]])
      expect(matches(discountCodeUpdated.subject, { changed })).toBe(false);
    for (const changed of [["code", "updatedAt"], ["usageCount", "partnerId"], ["aliasedCodes"], ["status", "publicTier"]])
      expect(matches(discountCodeUpdated.subject, { changed })).toBe(true);
    for (const { subject } of [connectionAdded, discountCodeDeleted]) expect(matches(subject, {})).toBe(true);
  });

  it("for a minted code, not for a known code that was assigned to a grant", () => {
    for (const delivery of ["SHARED", "POOL"]) expect(matches(grantCodeIssued.subject, { delivery })).toBe(false);
    expect(matches(grantCodeIssued.subject, { delivery: "UNIQUE" })).toBe(true);
  });
});
