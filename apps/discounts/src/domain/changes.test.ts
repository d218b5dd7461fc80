import { describe, expect, it } from "vitest";
import { concernsMinted, concernsStores } from "./changes.js";

describe("a change of a code", () => {
  it("concerns stores when it is of what they are told, in whosever words it is named", () => {
    for (const told of ["code", "aliasedCodes", "status", "usageLimit", "isPublic"]) expect(concernsStores([told, "updatedAt"])).toBe(true);
    expect(concernsStores(["origin", "publicTier", "tagNames", "tags", "partnerId", "usageCount", "updatedAt"])).toBe(false);
    expect(concernsStores([])).toBe(false);
  });

  it("concerns what was minted of it when that has it from the code", () => {
    for (const shared of ["title", "valuePercent", "endsAt", "status"]) expect(concernsMinted(["updatedAt", shared])).toBe(true);
    expect(concernsMinted(["code", "aliasedCodes", "usageLimit", "isPublic", "tags", "updatedAt"])).toBe(false);
  });
});
