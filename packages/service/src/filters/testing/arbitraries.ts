import fc from "fast-check";
import type { ColumnKind } from "../columns.js";
import { columns, moods, partners } from "./fixtures.js";

/**
 * Difficult strings: LIKE wildcards, quotes, upper and lower case, and code points above U+FFFF. JavaScript and PostgreSQL sort these code
 * points differently.
 */
export const texts = [
  "",
  "%",
  "_",
  "\\",
  "a%b",
  "a_b",
  "a\\b",
  "É",
  "é",
  "İ",
  "i",
  "ß",
  "Straße",
  "😀",
  "\uffee",
  "it's",
  "$1",
  "NULL",
  "{a,b}",
  'say "hi"',
];
export const ids = ["0191a000-0000-7000-8000-00000000000a", "f191a000-0000-4000-8000-00000000000b", ...Object.values(partners)];
const foreignIds = ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "0191A000-0000-7000-8000-00000000000A"];
export const times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "1999-12-31T23:59:59.999Z", "2026-06-30T12:00:00.500Z"];
const otherTimes = [
  "2026-01-01T01:00+01:00",
  "2026-01-01t00:00:00.0005z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.000000001+15:59",
];
export const days = ["2026-01-01", "2024-02-29", "0001-01-01", "9999-12-31"];
export const decimals = ["0.0000", "12.3456", "-12.3456", "12.3400", "100.0000", "922337203685477.5807", "-922337203685477.5808"];
const otherDecimals = [
  "-0",
  "0.00001",
  "-0.00001",
  "12.34565",
  "12.34",
  "922337203685477.58071",
  "922337203685477.5808",
  "-922337203685477.58081",
  `1${"0".repeat(400)}`,
  `-${"9".repeat(999)}`,
];
export const ints = [0, 1, -1, 7, 32_767, -32_768];
export const floats = [0, 0.1, -0.5, 1, 1e300, 5e-324];
export const tagLists = [[], [""], ["a"], ["a", "b"], ["a", "É"], ["NULL"], ["b", 'x"y\\z'], ["😀"]];

const from = <T>(...lists: readonly (readonly T[])[]): fc.Arbitrary<T> => fc.constantFrom(...lists.flat());

/** Generators of operands for each column kind. */
const values: Record<ColumnKind, fc.Arbitrary<unknown>> = {
  uuid: fc.oneof(from(ids, foreignIds), fc.uuid()),
  text: fc.oneof(
    from(texts),
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
  ),
  datetime: fc.oneof(
    from(times, otherTimes),
    fc.date({ min: new Date("1990-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  date: fc.oneof(
    from(days),
    fc
      .date({ min: new Date("1990-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  decimal: fc.oneof(from(decimals, otherDecimals), fc.stringMatching(/^-?\d{1,5}(\.\d{1,7})?$/)),
  int: fc.oneof(from(ints), fc.integer()),
  float: fc.oneof(from(floats), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean(),
  enum: from(moods),
  "text-list": from(tagLists),
};

const comparisons = ["equalTo", "notEqualTo", "greaterThan", "greaterThanOrEqualTo", "lessThan", "lessThanOrEqualTo"];

/** Returns a generator of operands for each operator of a column kind. */
export function operatorValues(kind: ColumnKind): Record<string, fc.Arbitrary<unknown>> {
  const value = values[kind];
  const list = fc.array(value, { maxLength: 4 });
  const further: Record<string, fc.Arbitrary<unknown>> = kind === "text-list"
    ? { anyEqualTo: values.text }
    : { in: list, notIn: list, ...(kind === "text" && { includesInsensitive: value }) };
  return { ...Object.fromEntries(comparisons.map((name) => [name, value])), ...further, isNull: fc.boolean() };
}

function operatorsOf(kind: ColumnKind): fc.Arbitrary<Record<string, unknown>> {
  const operators = operatorValues(kind);
  const single = fc
    .constantFrom(...Object.keys(operators))
    .chain((name) => fc.record({ [name]: operators[name] as fc.Arbitrary<unknown> }));
  const several = fc.array(single, { maxLength: 2 }).map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
  return fc.oneof({ weight: 5, arbitrary: single }, { weight: 1, arbitrary: several });
}

const reference = fc.oneof(
  operatorsOf("uuid"),
  values.uuid,
  from([...Object.keys(partners), "nobody"]),
  from([...Object.keys(partners), "nobody"]).map((name) => ({ name })),
);

const fields: Record<string, fc.Arbitrary<unknown>> = {
  ...Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, operatorsOf(kind)])),
  partnerId: reference,
  extraExists: fc.boolean(),
};

const leaf = fc.constantFrom(...Object.keys(fields)).chain((name) => fc.record({ [name]: fields[name] as fc.Arbitrary<unknown> }));

/** Generates nested filters with all fields and operators of the table `things`. */
export const filters: fc.Arbitrary<Record<string, unknown>> = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([left, right]) => ({ ...left, ...right })) },
    { weight: 2, arbitrary: fc.record({ and: fc.array(tie("filter"), { maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ or: fc.array(tie("filter"), { maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ not: tie("filter") }) },
    { weight: 1, arbitrary: fc.tuple(leaf, tie("filter")).map(([field, not]) => ({ ...field, not })) },
  ),
})).filter;

const keyNames = [...Object.keys(columns).map((name) => name.replace(/[A-Z]/g, "_$&").toUpperCase()), "PRIMARY_KEY"];

/** Generates orderBy arguments of zero to four keys, including duplicate keys and keys after the primary key. */
export const orders: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.tuple(from(keyNames), from(["ASC", "DESC"])).map((parts) => parts.join("_")) },
    { weight: 1, arbitrary: fc.constant("NATURAL") },
  ),
  { maxLength: 4 },
);
