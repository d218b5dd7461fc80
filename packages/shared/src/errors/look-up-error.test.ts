import { describe, expect, it } from "vitest";
import { addLookUpError, onlyOne } from "./look-up-error.js";
import { Violations } from "./user-error.js";

describe("a look-up", () => {
  it("finds one record, or reports none or more than one", () => {
    expect(onlyOne([{ rowId: "a" }])).toEqual({ row: { rowId: "a" } });
    expect(onlyOne([])).toEqual({ fault: "NOT_FOUND" });
    expect(onlyOne([1, 2])).toEqual({ fault: "AMBIGUOUS_REF" });
  });
  it.each(["NOT_FOUND", "AMBIGUOUS_REF", "UNAVAILABLE"] as const)("reports %s at the path with the kind of record", (fault) => {
    const violations = new Violations();
    addLookUpError(violations, ["input", "connectionId"], fault, "connection");
    expect(violations.list).toEqual([{ field: ["input", "connectionId"], code: fault, message: expect.stringContaining(" connection ") }]);
  });
});
