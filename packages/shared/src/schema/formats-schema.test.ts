import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FormatName, formats } from "./formats.js";
import { incentiveIcons } from "./incentive-icons.js";

// Checks the formats of JSON Schema. RFC 9562 defines `uuid`, and RFC 3339 defines `date-time` and `date`.
const ajv = new Ajv2020({
  strict: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.]\d+)?(Z|[+-]\d\d:\d\d)$/i,
    date: /^\d{4}-\d\d-\d\d$/,
  },
});
const accepts = Object.fromEntries(Object.entries(formats).map(([name, { schema }]) => [name, ajv.compile(schema)])) as unknown as Record<
  FormatName,
  (value: unknown) => boolean
>;
/** Returns false for valid values that the JSON Schema rejects: a Ref object, a time without seconds, and a zone offset without `:`. */
const isUsual = (name: FormatName, value: unknown) =>
  name === "datetime" ? /:\d\d:\d\d([.]\d+)?(Z|[+-]\d\d:\d\d)$/i.test(String(value)) : !name.includes("ref") || typeof value === "string";

const id = "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234";
const hex = (least: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${least}}$`));
const uuids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
  fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join("-")),
  fc
    .constantFrom("0", "f", "F", "fF")
    .map((digit) => "x".repeat(36).replace(/x/g, (_, at) => ([8, 13, 18, 23].includes(at) ? "-" : (digit[at % digit.length] ?? digit)))),
);
const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, "0"));
const days = fc.tuple(fc.constantFrom("0000", "0001", "2024", "9999"), two(13), two(32)).map((parts) => parts.join("-"));
const zones = fc.constantFrom("Z", "z", "", "+02:00", "-0530", "+02", "+16:00", "+2", "-15:59:00", " Z");
const times = fc.constantFrom("", ":59", ":60", ":00.5", ":00.123456789", ":00.1234567890", ":00,5", ".5");
const refs = fc.oneof(fc.string(), uuids, fc.record({ name: fc.string() }), fc.record({ name: fc.string(), id: fc.string() }));
const filters = fc.dictionary(
  fc.constantFrom(
    "equalTo",
    "notEqualTo",
    "greaterThan",
    "greaterThanOrEqualTo",
    "lessThan",
    "lessThanOrEqualTo",
    "in",
    "notIn",
    "isNull",
    "like",
  ),
  fc.oneof(uuids, fc.array(uuids), fc.boolean()),
);
const anything = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.object(), fc.array(fc.string()));

/** Generators of values for each format. Some values are valid, and some are almost valid. */
const near: Record<FormatName, fc.Arbitrary<unknown>> = {
  uuid: uuids,
  ref: refs,
  "partner-ref": fc.oneof(
    refs,
    fc.string().map((text) => `@${text}`),
  ),
  datetime: fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc
      .tuple(days, fc.constantFrom("T", "t", " "), two(25), two(61), times, zones)
      .map(([day, t, hour, minute, rest, zone]) => `${day}${t}${hour}:${minute}${rest}${zone}`),
  ),
  date: days,
  decimal: fc.oneof(
    fc.stringMatching(/^-?[0-9]{1,3}([.,e][0-9]{0,3})?$/),
    fc.nat(1100).map((length) => "9".repeat(length)),
  ),
  object: fc.object(),
  "ref-or-uuid-filter": fc.oneof(refs, filters),
  "partner-ref-or-uuid-filter": fc.oneof(refs, filters),
  "incentive-icon": fc.oneof(fc.constantFrom(...incentiveIcons), fc.constant("skull")),
  uri: fc.oneof(fc.webUrl(), fc.string()),
  cursor: fc.oneof(fc.stringMatching(/^[\w.~-]{0,20}$/), fc.constantFrom("a".repeat(16_384), "a".repeat(16_385))),
};

/** Values that both `check` and the JSON Schema reject. */
const bad: Record<FormatName, unknown[]> = {
  uuid: ["", "x", ` ${id}`, `${id}0`, 7, [id]],
  ref: ["", {}, { name: "" }, { name: 1 }, { name: null }, { name: "x", id: 1 }, { equalTo: id }, 1, true, ["x"]],
  "partner-ref": ["", {}, { name: "" }, { handle: "@x" }, 1],
  datetime: [
    "",
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-1-1T00:00:00Z",
    "2026-01-01T00:00:00.Z",
    "+10000-01-01T00:00:00Z",
    5,
  ],
  date: ["", "2026-1-1", "2026-01-01T00:00:00Z", "20260101", 20260101],
  decimal: ["", "-", ".5", "5.", "+1", "1e3", "NaN", " 1", "1,5", "9".repeat(1003), 1],
  object: ["{}", [], 1, true],
  "ref-or-uuid-filter": [
    "",
    { equalTo: "x" },
    { in: id },
    { in: ["x"] },
    { in: [null] },
    { isNull: "true" },
    { includesInsensitive: "a" },
    { name: "x", equalTo: id },
  ],
  "partner-ref-or-uuid-filter": ["", { equalTo: "@x" }, { name: "" }, 1],
  "incentive-icon": ["", "Gift", "skull", 1],
  uri: ["", "example.com", 1],
  cursor: ["", "a b", "a~", "a".repeat(16_385), 1],
};

describe.each(Object.keys(formats) as FormatName[])("the schema of %s", (name) => {
  it("accepts everything that its check accepts", () => {
    let passed = 0;
    const run = (value: unknown) => {
      if (formats[name].check(value) !== undefined || !isUsual(name, value)) return;
      passed += 1;
      expect(accepts[name](value), JSON.stringify(value)).toBe(true);
    };
    fc.assert(fc.property(fc.oneof({ arbitrary: near[name], weight: 9 }, anything), run), { numRuns: 1000 });
    expect(passed).toBeGreaterThan(50);
  });
  it.each(bad[name].map((value) => [JSON.stringify(value).slice(0, 50), value]))("rejects %s like its check", (_text, value) => {
    expect([formats[name].check(value), accepts[name](value)]).toEqual([expect.any(String), false]);
  });
});
