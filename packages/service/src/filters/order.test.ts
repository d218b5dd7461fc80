import { describe, expect, it } from "vitest";
import { compileOrder, orderList } from "./order.js";
import { order } from "./testing/fixtures.js";

const by = (...orderBy: string[]): string => orderList(compileOrder(order, orderBy)).text;

describe("an order", () => {
  it("is the ascending primary key by default and for NATURAL", () => {
    for (const orderBy of [undefined, null, [], ["NATURAL"], ["PRIMARY_KEY_ASC"], ["ROW_ID_ASC"]])
      expect(orderList(compileOrder(order, orderBy)).text).toBe("t.row_id ASC");
    expect(by("PRIMARY_KEY_DESC")).toBe("t.row_id DESC");
  });
  it("ends with the ascending primary key, regardless of the other keys' directions", () => {
    expect(by("CREATED_AT_DESC")).toBe("t.created_at DESC, t.row_id ASC");
    expect(by("MOOD_ASC", "LABEL_DESC")).toBe("t.mood ASC, t.label DESC, t.row_id ASC");
    expect(by("LABEL_DESC", "NATURAL")).toBe("t.label DESC, t.row_id ASC");
  });
  it("ends at the primary key and drops duplicate keys", () => {
    expect(by("LABEL_ASC", "ROW_ID_DESC", "MOOD_ASC")).toBe("t.label ASC, t.row_id DESC");
    expect(by("LABEL_ASC", "LABEL_DESC", "MOOD_ASC", "LABEL_ASC")).toBe("t.label ASC, t.mood ASC, t.row_id ASC");
  });
  it("names an unknown value", () => {
    for (const value of ["COLOR_ASC", "LABEL", "LABEL_asc", "constructor_ASC", "_ASC", ""])
      expect(() => by("MOOD_ASC", value), value).toThrow("orderBy.1: this query cannot sort by");
  });
});
