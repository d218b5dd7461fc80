import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { instantOf } from "./dates.js";
import { type FormatName, formatNamed, formats } from "./formats.js";

const passes = (name: FormatName, value: unknown) => formats[name].check(value) === undefined;
const id = "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234";

describe("uuid", () => {
  const nearly = fc
    .tuple(
      fc.stringMatching(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}$/),
      fc.stringMatching(/^[0-9a-fA-F]{4}-[0-9a-fA-F]{4}$/),
      fc.stringMatching(/^[0-9a-fA-F]{12}$/),
    )
    .map((parts) => parts.join("-"));
  it("accepts what zod's uuid accepts, in any case", () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.uuid(), fc.string()), (text) => {
        expect(passes("uuid", text)).toBe(z.uuid().safeParse(text.toLowerCase()).success);
        expect(passes("uuid", text.toUpperCase())).toBe(passes("uuid", text.toLowerCase()));
      }),
      { numRuns: 2000 },
    );
  });
  it("accepts the all-zero and all-f UUIDs, but no version 0 or 9 and no variant below 8", () => {
    for (const good of ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-ffff-FFFF-ffff-ffffffffffff", id.toUpperCase()])
      expect(passes("uuid", good)).toBe(true);
    for (const bad of [
      id.replace("-7cc0", "-9cc0"),
      id.replace("-7cc0", "-0cc0"),
      id.replace("-8b1c", "-7b1c"),
      ` ${id}`,
      `${id}\n`,
      7,
      {},
      [id],
    ])
      expect(passes("uuid", bad)).toBe(false);
  });
});

describe("datetime", () => {
  it("parses every instant that Date prints like Date", () => {
    const range = { min: new Date("0001-01-01T00:00:00.000Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        expect(instantOf(date.toISOString())).toBe(date.getTime());
      }),
      { numRuns: 2000 },
    );
  });
  it("agrees with zod's iso.datetime on zone offsets of up to 15 hours", () => {
    const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, "0"));
    const text = fc.tuple(two(13), two(32), two(25), two(61), two(61), fc.constantFrom("Z", "", "+02:00", "-15:59", "+2", "+00:60"));
    fc.assert(
      fc.property(text, ([month, day, hour, minute, second, zone]) => {
        const value = `2024-${month}-${day}T${hour}:${minute}:${second}${zone}`;
        expect(passes("datetime", value)).toBe(z.iso.datetime({ offset: true }).safeParse(value).success);
      }),
      { numRuns: 3000 },
    );
  });
  it("rejects times without a zone, invalid days, and years out of range", () => {
    const bad = [
      "2026-01-01T00:00:00",
      "2026-02-29T00:00:00Z",
      "2026-01-01",
      "2026-01-01 00:00:00Z",
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59.9999Z",
    ];
    for (const value of [
      ...bad,
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:60Z",
      "2026-01-01T00:00:00+16:00",
      "+10000-01-01T00:00:00Z",
      5,
      null,
    ])
      expect(passes("datetime", value)).toBe(false);
  });
  it("accepts offsets with and without minutes, missing seconds, and fractions of up to nine digits", () => {
    for (const value of ["2026-01-31T12:00Z", "2026-01-31T12:00:00+02", "2026-01-31T12:00:00-0530", "2024-02-29T12:00:00.123456789z"])
      expect(passes("datetime", value)).toBe(true);
    expect(instantOf("2026-01-31T12:00:00.0005+02:00")).toBe(Date.parse("2026-01-31T10:00:00.001Z"));
  });
});

describe("date", () => {
  it("accepts what zod's iso.date accepts, except the year 0000", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{4}-[01][0-9]-[0-3][0-9]$/), (text) => {
        expect(passes("date", text)).toBe(z.iso.date().safeParse(text).success && !text.startsWith("0000"));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("decimal", () => {
  it("is a string of an optional minus, digits and an optional fraction, of at most 1,000 digits", () => {
    for (const good of ["0", "-0", "007", "12.30", "-1.5", "9".repeat(1000), `-${"9".repeat(999)}.1`])
      expect(passes("decimal", good)).toBe(true);
    for (const bad of [1, "", "-", ".5", "5.", "+1", "1e3", "NaN", " 1", "1\n", "1,5", "٣", "9".repeat(1001), `1.${"9".repeat(1000)}`])
      expect(passes("decimal", bad)).toBe(false);
  });
});

describe("references", () => {
  it("are a non-empty string or exactly { name }", () => {
    for (const name of ["ref", "partner-ref", "ref-or-uuid-filter", "partner-ref-or-uuid-filter"] as const) {
      for (const good of [id, "x", "@handle", { name: "x" }]) expect(passes(name, good)).toBe(true);
      for (const bad of [
        "",
        { name: "" },
        { name: 1 },
        { name: null },
        { name: "x", id: 1 },
        { name: "x", equalTo: id },
        1,
        true,
        [],
        ["x"],
      ])
        expect(passes(name, bad)).toBe(false);
    }
    expect(passes("ref", {})).toBe(false);
    expect(passes("ref", { equalTo: id })).toBe(false);
  });
  it("in a filter may be a UUIDFilter object instead, with its operators only and UUIDs only", () => {
    for (const good of [{}, { equalTo: id }, { in: [] }, { notIn: [id], isNull: false }, { lessThan: null, in: null, isNull: null }])
      expect(passes("ref-or-uuid-filter", good)).toBe(true);
    for (const bad of [
      { equalTo: "x" },
      { in: id },
      { in: ["x"] },
      { in: [null] },
      { isNull: "true" },
      { includesInsensitive: "a" },
      { toString: id },
    ])
      expect(passes("ref-or-uuid-filter", bad)).toBe(false);
  });
});

describe("the others", () => {
  it("an icon is one of the list; a cursor uses the URL-safe alphabet; an object is not a list", () => {
    expect([passes("incentive-icon", "gamepad-2"), passes("incentive-icon", "Gift"), passes("incentive-icon", "skull")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      passes("cursor", "aZ0_-.9"),
      passes("cursor", ""),
      passes("cursor", "a b"),
      passes("cursor", "a".repeat(16385)),
      passes("cursor", 1),
    ]).toEqual([true, false, false, false, false]);
    expect([
      passes("object", { a: 1 }),
      passes("object", Object.create(null)),
      passes("object", []),
      passes("object", null),
      passes("object", "{}"),
    ]).toEqual([true, true, false, false, false]);
  });
  it("is looked up by name, and names of Object.prototype are none", () => {
    expect(formatNamed("uuid")).toBe(formats.uuid);
    expect(formatNamed("constructor")).toBeUndefined();
  });
});
