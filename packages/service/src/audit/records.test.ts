import { describe, expect, it } from "vitest";
import { type RowChange, recordsOf } from "./records.js";

const tables = {
  codes: { recordType: "Code", enums: { status: ["DRAFT", "ACTIVE"] }, hidden: ["secret"] },
  pairs: { recordType: "Pair", id: ["one", "other"] },
  answers: { recordType: "Answer", isPrivate: true },
} as const;
const records = (...changes: RowChange[]) => recordsOf({ tables }, changes).map(({ rowId: _, ...record }) => record);
const code = { row_id: "1", workspace_id: "w", updated_at: "2026-06-01T12:00:00+00:00", status: 0, secret: "s", title: null };

describe("the records of an operation", () => {
  it("list the fields with values of a created and of a deleted record, and hide secrets", () => {
    const [created, deleted] = records(
      { table: "codes", before: null, after: code },
      { table: "pairs", before: { one: 1, other: 2, x: true }, after: null },
    );
    expect(created).toEqual({
      ...{ recordType: "Code", recordId: "1", action: "CREATED", customerId: null },
      changes: [
        { field: "status", before: null, after: "DRAFT" },
        { field: "secret", before: null, after: null, isHidden: true },
      ],
    });
    expect(deleted).toEqual({
      ...{ recordType: "Pair", recordId: "1/2", action: "DELETED", customerId: null },
      changes: [{ field: "x", before: true, after: null }],
    });
  });

  it("list only the changed fields of an updated record, also a field that the plan does not name", () => {
    const after = { ...code, updated_at: "2026-06-02T12:00:00+00:00", status: 1, usage_limit: 3, list: ["a"] };
    const before = { ...code, usage_limit: null, list: ["a"] };
    expect(records({ table: "codes", before, after })[0]?.changes).toEqual([
      { field: "status", before: "DRAFT", after: "ACTIVE" },
      { field: "usageLimit", before: null, after: 3 },
    ]);
  });

  it("compare the states before the first and after the last statement", () => {
    const middle = { ...code, title: "a" };
    const last = { ...code, title: "b" };
    expect(records({ table: "codes", before: code, after: middle }, { table: "codes", before: middle, after: last })).toMatchObject([
      { action: "UPDATED", changes: [{ field: "title", before: null, after: "b" }] },
    ]);
    expect(records({ table: "codes", before: code, after: middle }, { table: "codes", before: middle, after: code })).toEqual([]);
    expect(records({ table: "codes", before: null, after: code }, { table: "codes", before: code, after: null })).toEqual([]);
  });

  it("contain a record of which only the time of the last change differs", () => {
    expect(records({ table: "codes", before: code, after: { ...code, updated_at: "2027-01-01T00:00:00+00:00" } })).toMatchObject([
      { action: "UPDATED", changes: [] },
    ]);
  });

  it("contain only the names of a private table's and of an unknown table's columns", () => {
    const answer = { row_id: "1", customer_name: null };
    const unknown = { row_id: "2", token: "t" };
    expect(records({ table: "answers", before: answer, after: answer }, { table: "newer", before: null, after: unknown })).toEqual([
      {
        ...{ recordType: "Answer", recordId: "1", action: "UPDATED", customerId: null },
        changes: [{ field: "customerName", before: null, after: null, isHidden: true }],
      },
      {
        ...{ recordType: "newer", recordId: "2", action: "CREATED", customerId: null },
        changes: [{ field: "token", before: null, after: null, isHidden: true }],
      },
    ]);
  });

  it("contain the beginnings of long values, and the customer", () => {
    const after = { ...code, status: 0, title: `${"x".repeat(999)}\u{1F600}`, list: [1], customer_id: "c" };
    const found = records({ table: "codes", before: { ...code, customer_id: "c", list: null }, after });
    expect(found).toMatchObject([{ customerId: "c" }]);
    expect(found[0]?.changes).toEqual([
      { field: "title", before: null, after: "x".repeat(999), isTruncated: true },
      { field: "list", before: null, after: [1] },
    ]);
  });
});
