import { describe, expect, it } from "vitest";
import { concernsMinted, concernsStores } from "./changes.js";

describe("a change of a code", () => {
  it("requires a push if stores receive the field", () => {
    for (const emitted of ["code", "aliasedCodes", "status", "usageLimit", "isPublic"])
      expect(concernsStores([emitted, "updatedAt"])).toBe(true);
    expect(concernsStores(["origin", "publicTier", "tagNames", "tags", "partnerId", "usageCount", "updatedAt"])).toBe(false);
    expect(concernsStores([])).toBe(false);
  });

  it("requires pushes of minted codes if they inherit the field", () => {
    for (const shared of ["title", "valuePercent", "endsAt", "status"]) expect(concernsMinted(["updatedAt", shared])).toBe(true);
    expect(concernsMinted(["code", "aliasedCodes", "usageLimit", "isPublic", "tags", "updatedAt"])).toBe(false);
  });
});
