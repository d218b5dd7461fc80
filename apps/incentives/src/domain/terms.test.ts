import { Violations } from "@offergraph/shared/errors/user-error";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { kinds } from "./kinds.js";
import { incentiveKinds } from "./ordinals.js";
import { readTerms, type Terms } from "./terms.js";

type Kind = (typeof incentiveKinds)[number];

function faultsOf(kind: Kind, terms: unknown): string[] {
  const violations = new Violations();
  readTerms(kind, terms as Terms | null, ["terms"], violations);
  return violations.list.map(({ field, code }) => `${field.join(".")} ${code}`).sort();
}
const credit = { amount_minor: 1, currency: "eur", expires_in_days: 1 };
const more = { lookup_key: "seats", limit: 1 };
const label = { fields: {}, public_label: null };
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
const huge = 9_007_199_254_740_991;

describe("terms", () => {
  it.each<[Kind, unknown]>([
    ["discount", null],
    ["discount", undefined],
    ["discount", {}],
    ["discount", { expires_in_days: huge, delivery: "POOL", prefix: "A" }],
    ["discount", { delivery: "UNIQUE", prefix: "SUMMER202601" }],
    ["discount", { delivery: "SHARED", expires_in_days: 1 }],
    ["billing_credit", credit],
    ["billing_credit", { amount_minor: huge, currency: "usd", expires_in_days: 365 }],
    ["entitlement", more],
    ["entitlement", { ...more, lookup_key: "\u{1F600}".repeat(255) }],
    ["metadata", { ...label, fields: fields(100) }],
    ["entitlement", { lookup_key: "é", limit: 1_000_000, expires_in_days: huge }],
    ["metadata", label],
    ["metadata", { fields: { a: "x".repeat(500), B_9: -1.5, c: true, d: null }, public_label: "y".repeat(40) }],
    ["metadata", { fields: { [`k${"_".repeat(63)}`]: "" }, public_label: "\u{1F600}".repeat(40) }],
  ])("of the kind %s accept %j", (kind, terms) => expect(faultsOf(kind, terms)).toEqual([]));

  it.each<[Kind, unknown, string[]]>([
    ["discount", { expires_in_days: 0 }, ["terms.expires_in_days OUT_OF_RANGE"]],
    ["discount", { expires_in_days: 1.5 }, ["terms.expires_in_days INVALID"]],
    ["discount", { expires_in_days: huge + 1 }, ["terms.expires_in_days OUT_OF_RANGE"]],
    ["discount", { expires_in_days: "1" }, ["terms.expires_in_days INVALID"]],
    ["discount", { expires_in_days: null, delivery: null }, ["terms.delivery INVALID", "terms.expires_in_days INVALID"]],
    ["discount", { delivery: "unique", prefix: "a b" }, ["terms.delivery INVALID", "terms.prefix INVALID"]],
    ["discount", { prefix: "" }, ["terms.prefix TOO_SHORT"]],
    ["discount", { prefix: "A".repeat(13) }, ["terms.prefix TOO_LONG"]],
    ["discount", { prefix: "A\n" }, ["terms.prefix INVALID"]],
    ["discount", { limit: 1, toString: 1 }, ["terms.limit UNKNOWN_FIELD", "terms.toString UNKNOWN_FIELD"]],
    ["discount", JSON.parse('{"__proto__": 1}'), ["terms.__proto__ UNKNOWN_FIELD"]],
    ["billing_credit", null, ["terms REQUIRED"]],
    ["billing_credit", {}, ["terms.amount_minor REQUIRED", "terms.currency REQUIRED", "terms.expires_in_days REQUIRED"]],
    [
      "billing_credit",
      { amount_minor: 0, currency: "EUR", expires_in_days: 366 },
      ["terms.amount_minor OUT_OF_RANGE", "terms.currency INVALID", "terms.expires_in_days OUT_OF_RANGE"],
    ],
    ["entitlement", undefined, ["terms REQUIRED"]],
    ["entitlement", { lookup_key: "", limit: 1_000_001 }, ["terms.limit OUT_OF_RANGE", "terms.lookup_key TOO_SHORT"]],
    ["entitlement", { limit: 1 }, ["terms.lookup_key REQUIRED"]],
    ["entitlement", { ...more, lookup_key: "x".repeat(256) }, ["terms.lookup_key TOO_LONG"]],
    ["metadata", { ...label, fields: fields(101) }, ["terms.fields TOO_LONG"]],
    ["metadata", {}, ["terms.fields REQUIRED", "terms.public_label REQUIRED"]],
    ["metadata", { fields: [], public_label: "" }, ["terms.fields INVALID", "terms.public_label TOO_SHORT"]],
    ["metadata", { ...label, public_label: "x".repeat(41) }, ["terms.public_label TOO_LONG"]],
    [
      "metadata",
      { ...label, fields: { "1a": 1, "a-b": 1, ok: {}, list: [], long: "x".repeat(501), [`k${"_".repeat(64)}`]: 1, "a/b~": 1 } },
      [
        `terms.fields.k${"_".repeat(64)} INVALID`,
        "terms.fields.1a INVALID",
        "terms.fields.a-b INVALID",
        "terms.fields.a/b~ INVALID",
        "terms.fields.list INVALID",
        "terms.fields.long TOO_LONG",
        "terms.fields.ok INVALID",
      ].sort(),
    ],
  ])("of the kind %s reject %j with all errors and their paths", (kind, terms, expected) =>
    expect(faultsOf(kind, terms)).toEqual(expected),
  );

  it("report what is allowed", () => {
    const violations = new Violations();
    readTerms("discount", { prefix: "a", x: 1 }, ["input", "rules", 1, "terms"], violations);
    expect(violations.list).toEqual([
      {
        field: ["input", "rules", "1", "terms", "x"],
        code: "UNKNOWN_FIELD",
        message: "x is not allowed. Allowed: expires_in_days, delivery, prefix.",
      },
      {
        field: ["input", "rules", "1", "terms", "prefix"],
        code: "INVALID",
        message: "prefix must be a string of 1-12 characters (A-Z, 0-9) that each UNIQUE code starts with.",
      },
    ]);
  });
});

describe("the kinds", () => {
  it("are complete, distinct and in order", () => expect(kinds.map(({ slug }) => slug)).toEqual(incentiveKinds));

  it.each(kinds)("describe $slug's terms as JSON Schema 2020-12", ({ termsSchema }) => {
    const ajv = new Ajv2020();
    expect(termsSchema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(ajv.validateSchema(termsSchema)).toBe(true);
  });
});
