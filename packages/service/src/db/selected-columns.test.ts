import { describe, expect, it } from "vitest";
import { columnSelector, selectedOf } from "./selected-columns.js";

const columnsOf = columnSelector({
  alias: "t",
  fields: ["rowId", "workspaceId", "createdAt", "usageLimit", "usageCount", "name"],
  uses: { exhausted: ["usageLimit", "usageCount"], notes: [] },
});
const textOf = (...selected: string[]) => columnsOf(new Set(selected)).text;
const all = columnsOf(undefined).text;

describe("columnSelector", () => {
  it("selects the id, the fields with a column, and the columns that resolvers use, in the order of the row", () => {
    expect(textOf("name", "exhausted", "notes")).toBe(
      't.row_id AS "rowId", t.usage_limit AS "usageLimit", t.usage_count AS "usageCount", t.name AS "name"',
    );
    expect(textOf()).toBe('t.row_id AS "rowId"');
  });

  it("selects all columns if a field's columns are unknown, or without a selection", () => {
    expect(all).toContain("created_at");
    expect(textOf("name", "toString")).toBe(all);
    expect(textOf("someResolver")).toBe(all);
  });

  it("returns the same list for the same selection", () => {
    const selected = new Set(["name"]);
    expect(columnsOf(selected)).toBe(columnsOf(selected));
  });
});

describe("selectedOf", () => {
  it("returns an empty set for a type that the request does not select, and undefined outside of a request", () => {
    const selected = new Map([["Thing", new Set(["name"])]]);
    expect([...(selectedOf({ selected }, "Thing") ?? [])]).toEqual(["name"]);
    expect(selectedOf({ selected }, "Other")?.size).toBe(0);
    expect(selectedOf({}, "Thing")).toBeUndefined();
  });
});
