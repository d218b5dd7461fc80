import { deriveKey } from "@offergraph/shared/access/principal";
import { formats } from "@offergraph/shared/schema/formats";
import { describe, expect, it } from "vitest";
import { type CursorScope, cursorCodec } from "./cursor.js";
import type { Position } from "./keyset.js";
import { compileOrder } from "./order.js";
import { order } from "./testing/fixtures.js";

const scope: CursorScope = {
  key: deriveKey("a signing key of the tests, long enough", "cursor"),
  workspaceId: "0191a000-0000-7000-8000-000000000001",
  operation: "list_things",
  order: compileOrder(order, ["SEEN_AT_DESC"]),
  filter: { label: { equalTo: "a" }, or: [{ mood: { in: ["CALM"] } }] },
};
const position: Position = ["2026-01-01T00:00:00.001Z", "0191a000-0000-7000-8000-00000000000a"];
const cursor = cursorCodec(scope).encode(position);

describe("a cursor", () => {
  it("decodes to the encoded position and matches the scalar's format", () => {
    for (const values of [position, [null, "x"], [true, "\u0000😀", ["a", ""]], ["-922337203685477.5808", "é"]] as Position[]) {
      const text = cursorCodec(scope).encode(values);
      expect(cursorCodec(scope).decode(text, "after")).toEqual(values);
      expect(formats.cursor.check(text)).toBeUndefined();
    }
  });

  it("keeps every float, including those that JSON lacks", () => {
    const floats = [0.1, 5e-324, Number.NaN, Number.POSITIVE_INFINITY];
    expect(cursorCodec(scope).decode(cursorCodec(scope).encode(floats), "after")).toEqual(["0.1", "5e-324", "NaN", "Infinity"]);
  });

  it("is valid for the same filter with any key order", () => {
    const reordered = { or: [{ mood: { in: ["CALM"] } }], label: { equalTo: "a", in: undefined } };
    expect(cursorCodec({ ...scope, filter: reordered }).decode(cursor, "after")).toEqual(position);
    const unfiltered = cursorCodec({ ...scope, filter: undefined }).encode(position);
    for (const filter of [null, {}]) expect(cursorCodec({ ...scope, filter }).decode(unfiltered, "after")).toEqual(position);
  });

  it("is rejected if any character was changed, added or removed", () => {
    const codec = cursorCodec(scope);
    for (let index = 0; index < cursor.length; index += 1) {
      for (const other of ["A", "B", "_"]) {
        const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
        if (changed !== cursor) expect(() => codec.decode(changed, "after"), `character ${index}`).toThrow("not a cursor of this list");
      }
    }
    for (const other of ["", "x", "....", cursor.slice(1), cursor.slice(0, -1), `${cursor}=`, `${cursor}A`, `${cursor}\n`, cursor + cursor])
      expect(() => codec.decode(other, "after"), other).toThrow("not a cursor of this list");
  });

  it("is rejected for another workspace, operation, order, filter or key", () => {
    const others: Partial<CursorScope>[] = [
      { workspaceId: "0191a000-0000-7000-8000-000000000002" },
      { operation: "list_other_things" },
      { order: compileOrder(order, ["SEEN_AT_ASC"]) },
      { order: compileOrder(order, ["CREATED_AT_DESC"]) },
      { filter: { label: { equalTo: "b" }, or: [{ mood: { in: ["CALM"] } }] } },
      { filter: undefined },
      { key: deriveKey("another signing key of the tests, long", "cursor") },
      { key: deriveKey("a signing key of the tests, long enough", "principal") },
    ];
    for (const other of others)
      expect(() => cursorCodec({ ...scope, ...other }).decode(cursor, "after"), JSON.stringify(other)).toThrow("`after`");
  });
});
