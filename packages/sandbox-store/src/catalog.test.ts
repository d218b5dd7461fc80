import { describe, expect, it } from "vitest";
import { catalog, searchCatalog } from "./catalog.js";

describe("the catalogue", () => {
  it("has some hundred things of each kind that a code can be narrowed to, each with a reference of its own", () => {
    expect(new Set(catalog.map(({ externalRef }) => externalRef)).size).toBe(catalog.length);
    const count = (kind: string) => catalog.filter((item) => item.kind === kind).length;
    expect([count("COLLECTION"), count("PRODUCT"), count("PRICE")]).toEqual([36, 240, 96]);
  });

  it("finds every title that has all the words, in any order and case, of the kind only", () => {
    const found = searchCatalog("PRODUCT", "  OCEAN hood ");
    expect(found).toHaveLength(8);
    for (const { kind, title } of found) {
      expect(kind).toBe("PRODUCT");
      expect(title).toMatch(/Hoodie – Ocean$/);
    }
    expect(searchCatalog("PRICE", "ocean hood")).toEqual([]);
  });

  it("finds at most 50, and anything where no word is asked for", () => {
    expect(searchCatalog("PRODUCT", "")).toHaveLength(50);
    expect(searchCatalog("COLLECTION", " ")).toHaveLength(36);
  });
});
