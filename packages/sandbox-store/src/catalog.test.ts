import { describe, expect, it } from "vitest";
import { catalog, searchCatalog } from "./catalog.js";

describe("the catalogue", () => {
  it("has about a hundred targets of each kind, with unique references", () => {
    expect(new Set(catalog.map(({ externalRef }) => externalRef)).size).toBe(catalog.length);
    const count = (kind: string) => catalog.filter((item) => item.kind === kind).length;
    expect([count("COLLECTION"), count("PRODUCT"), count("PRICE")]).toEqual([36, 240, 96]);
  });

  it("finds every title of the kind with all words, in any order and case", () => {
    const found = searchCatalog("PRODUCT", "  OCEAN hood ");
    expect(found).toHaveLength(8);
    for (const { kind, title } of found) {
      expect(kind).toBe("PRODUCT");
      expect(title).toMatch(/Hoodie – Ocean$/);
    }
    expect(searchCatalog("PRICE", "ocean hood")).toEqual([]);
  });

  it("returns at most 50, and any title for an empty query", () => {
    expect(searchCatalog("PRODUCT", "")).toHaveLength(50);
    expect(searchCatalog("COLLECTION", " ")).toHaveLength(36);
  });
});
