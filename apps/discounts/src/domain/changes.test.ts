import { describe, expect, it } from "vitest";
import { affectsMinted, affectsStores } from "./changes.js";

describe("a change of a code", () => {
  it("requires a push if stores receive the field", () => {
    for (const emitted of ["code", "aliasedCodes", "status", "usageLimit", "isPublic"])
      expect(affectsStores([emitted, "updatedAt"])).toBe(true);
    expect(affectsStores(["origin", "publicTier", "tagNames", "tags", "partnerId", "usageCount", "updatedAt"])).toBe(false);
    expect(affectsStores([])).toBe(false);
  });

  it("requires pushes of minted codes if they inherit the field", () => {
    for (const shared of ["title", "valuePercent", "endsAt", "status"]) expect(affectsMinted(["updatedAt", shared])).toBe(true);
    expect(affectsMinted(["code", "aliasedCodes", "usageLimit", "isPublic", "tags", "updatedAt"])).toBe(false);
  });
});
