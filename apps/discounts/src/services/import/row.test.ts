import { readFileSync } from "node:fs";
import { mutationValidator } from "@offergraph/service/subgraph/constraint-validator";
import { nameProblem } from "@offergraph/shared/schema/name-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statuses } from "../../domain/ordinals.js";
import { readHeadings } from "./columns.js";
import { readRow } from "./row.js";
import { statusAt } from "./values.js";

const guard = mutationValidator(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"), "create_discount_code");
const headings = ["Name", "Code", "Value", "Value Type", "Status", "Usage Limit", "Times Used", "Start", "End"] as const;
const { layout } = readHeadings(headings);
type Cells = Partial<Record<(typeof headings)[number], string>>;
const good: Cells = { Code: "SALE", Value: "10", "Value Type": "percentage" };
const read = (cells: Cells) =>
  readRow(
    headings.map((heading) => ({ ...good, ...cells })[heading] ?? ""),
    layout,
    guard,
  );
const fieldsOf = (cells: Cells) => {
  const { fields, problems, ...rest } = read(cells);
  expect(problems).toEqual([]);
  return { ...fields, ...rest };
};
const badColumns = (cells: Cells) => read(cells).problems.map(({ column }) => column);

describe("a row of an export", () => {
  it.each([
    ["-15.0", "percentage", "percent", "15"],
    ["15%", "", "percent", "15"],
    ["-15.00 %", "", "percent", "15"],
    ["15 %", "Percent", "percent", "15"],
    ["0", "%", "percent", "0"],
    ["100", "PERCENTAGE", "percent", "100"],
    ["33.3333", "percentage", "percent", "33.3333"],
    ["10,50", "fixed_amount", "amount", "10.5"],
    ["-10 $", "", "amount", "10"],
    ["€ 5", "", "amount", "5"],
    ["-$5.00", "Fixed Amount", "amount", "5"],
    ["5 €", "fixed", "amount", "5"],
    ["1,234.50", "amount", "amount", "1234.5"],
    ["1.234,50", "amount", "amount", "1234.5"],
    ["1.234", "amount", "amount", "1.234"],
    [".5", "amount", "amount", "0.5"],
    ["5000", "amount", "amount", "5000"],
  ])("reads %s with type %j as %s of %s", (value, type, kind, kept) => {
    const { valueKind, valuePercent, valueAmount } = fieldsOf({ Value: value, "Value Type": type });
    expect([valueKind, valuePercent, valueAmount]).toEqual(kind === "percent" ? [kind, kept, null] : [kind, null, kept]);
  });

  it.each<[Cells, string[]]>([
    [{ Value: "" }, ["Value"]],
    [{ Value: "free" }, ["Value"]],
    [{ Value: "15", "Value Type": "" }, ["Value"]],
    [{ Value: "-10.00", "Value Type": "" }, ["Value"]],
    [{ Value: "1,000" }, ["Value"]],
    [{ Value: "1.2.3" }, ["Value"]],
    [{ Value: "100.0001" }, ["Value"]],
    [{ Value: "10.00001" }, ["Value"]],
    [{ Value: "5000.01", "Value Type": "fixed_amount" }, ["Value"]],
    [{ Value: "5%", "Value Type": "fixed_amount" }, ["Value"]],
    [{ Value: "$5", "Value Type": "percentage" }, ["Value"]],
    [{ "Value Type": "free_shipping" }, ["Value Type"]],
    [{ Status: "paused" }, ["Status"]],
    [{ "Usage Limit": "1000000" }, ["Usage Limit"]],
    [{ "Usage Limit": "1.5" }, ["Usage Limit"]],
    [{ "Times Used": "-1" }, ["Times Used"]],
    [{ "Times Used": "2147483648" }, ["Times Used"]],
    [{ Start: "2026-02-29" }, ["Start"]],
    [{ End: "31.12.2026" }, ["End"]],
    [{ End: "2026-01-01 25:00:00" }, ["End"]],
    [{ Start: "2026-01-01", End: "2026-01-01" }, ["End"]],
    [{ Code: "" }, ["Code"]],
    [{ Code: "A B" }, ["Code"]],
    [{ Code: "x".repeat(256) }, ["Code"]],
    [{ Name: "x".repeat(256) }, ["Name"]],
    [{ Code: "A\u0000" }, ["Code"]],
    [{ Name: "Caf\uFFFD" }, ["Name"]],
  ])("names the column of the problem in %j", (cells, columns) => {
    expect(badColumns(cells)).toEqual(columns);
  });

  it("reports all problems", () => {
    const columns = badColumns({
      Code: "A B",
      Value: "x",
      "Value Type": "y",
      Status: "z",
      "Usage Limit": "?",
      "Times Used": "?",
      Start: "?",
      End: "?",
    });
    expect(columns.sort()).toEqual(headings.slice(1).sort());
  });

  it.each([
    ["", null],
    ["0", null],
    ["Unlimited", null],
    ["1", 1],
    ["999999", 999_999],
    ["1,000", 1000],
    ["5.0", 5],
  ])("reads %j as usage limit %s", (cell, limit) => {
    expect(fieldsOf({ "Usage Limit": cell }).usageLimit).toBe(limit);
  });

  it.each([
    ["", null],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31 12:30", "2026-01-31T12:30:00.000Z"],
    ["2026-01-31 12:30:15 -0500", "2026-01-31T17:30:15.000Z"],
    ["2026-01-31 12:30:15 +05:30", "2026-01-31T07:00:15.000Z"],
    ["2026-01-31 12:30:15 UTC", "2026-01-31T12:30:15.000Z"],
    ["2026-01-31T12:30:15", "2026-01-31T12:30:15.000Z"],
    ["2026-01-31T12:30:15.5Z", "2026-01-31T12:30:15.500Z"],
    ["2026-01-31t12:30:15+02", "2026-01-31T10:30:15.000Z"],
  ])("reads %j as time %s", (cell, time) => {
    expect(fieldsOf({ Start: cell }).startAt).toBe(time);
  });

  it("uses the code as title without a name, and has no status if the cell is empty", () => {
    expect(fieldsOf({ Code: " SALE " })).toMatchObject({ code: "SALE", title: "SALE", status: undefined, usageCount: 0 });
    expect(fieldsOf({ Name: "Sale", Status: "eXpired", "Times Used": "1,204" })).toMatchObject({
      title: "Sale",
      status: "EXPIRED",
      usageCount: 1204,
    });
  });

  it("is read as it was written", () => {
    const day = fc.date({ min: new Date("0001-01-02T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true });
    const text = fc
      .string({ minLength: 1, maxLength: 50, unit: "grapheme" })
      .filter((one) => one.trim() === one && !/[\0\uFFFD]/.test(one) && nameProblem(one) === undefined);
    const code = text.filter((one) => !/[\p{White_Space}\uFEFF]/u.test(one) && nameProblem(one, { joiners: false }) === undefined);
    const ends = fc.tuple(day, day).filter(([one, other]) => one.getTime() !== other.getTime());
    const written = fc.record({
      ...{ code, title: text, percent: fc.boolean(), scaled: fc.integer({ min: 0, max: 1_000_000 }), status: fc.constantFrom(...statuses) },
      ...{ limit: fc.option(fc.integer({ min: 1, max: 999_999 })), used: fc.nat(), ends: fc.option(ends) },
    });
    fc.assert(
      fc.property(written, ({ code, title, percent, scaled, status, limit, used, ends }) => {
        const [startAt = null, endsAt = null] = (ends ?? []).map((one) => one.toISOString()).sort();
        const value = String(scaled / 10_000);
        const cells = {
          Name: title,
          Code: code,
          Value: `-${value}`,
          "Value Type": percent ? "percentage" : "fixed_amount",
          Status: status.toLowerCase(),
        };
        const rest = {
          "Usage Limit": limit === null ? "" : String(limit),
          "Times Used": String(used),
          Start: startAt ?? "",
          End: endsAt ?? "",
        };
        const values = percent
          ? { valueKind: "percent", valuePercent: value, valueAmount: null }
          : { valueKind: "amount", valuePercent: null, valueAmount: value };
        const expected = {
          code,
          title,
          ...values,
          status,
          usageLimit: limit,
          usageCount: used,
          startAt,
          endsAt,
          isPublic: false,
          aliasedCodes: [],
        };
        expect(fieldsOf({ ...cells, ...rest })).toMatchObject(expected);
      }),
    );
  });
});

describe("a code without a status", () => {
  const now = new Date("2026-06-01T00:00:00.000Z");
  it.each([
    [null, null, "ACTIVE"],
    ["2026-06-01T00:00:00.000Z", null, "ACTIVE"],
    ["2026-06-01T00:00:00.001Z", null, "SCHEDULED"],
    [null, "2026-06-01T00:00:00.000Z", "EXPIRED"],
    [null, "2026-06-01T00:00:00.001Z", "ACTIVE"],
    ["2026-07-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z", "SCHEDULED"],
  ])("from %s to %s is %s", (startAt, endsAt, status) => {
    expect(statusAt(now, { startAt, endsAt })).toBe(status);
  });
});
