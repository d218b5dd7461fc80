import { readFileSync } from "node:fs";
import { Violations } from "@offergraph/shared/errors/user-error";
import { newId } from "@offergraph/shared/time/ids";
import { acceptedNulls, schemaParity } from "@offergraph/testkit/schema-parity";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncentiveRuleInput } from "../generated/types.js";
import { readFields } from "./fields.js";
import { incentiveKinds, limitPeriods } from "./ordinals.js";
import { readRules } from "./rules.js";

const sdl = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
const isGood = (look: (violations: Violations) => unknown): boolean => {
  const violations = new Violations();
  look(violations);
  return !violations.any;
};

/** Generates undefined, null or one of `values`. */
const orNone = (...values: unknown[]) => fc.constantFrom(undefined, null, ...values);
const days = [0, 1, 1.5, 365, 366, 2 ** 53 - 1, 2 ** 53, "1"];
const texts = (most: number) => ["", "x", "é".repeat(most), "😀".repeat(most), "x".repeat(most + 1)];
const values: Record<string, fc.Arbitrary<unknown>> = {
  expires_in_days: orNone(...days),
  delivery: orNone("SHARED", "UNIQUE", "POOL", "shared"),
  prefix: orNone("", "A", "SUMMER202601", "SUMMER2026012", "a", "A\n", 1),
  amount_minor: orNone(0, 1, 0.5, 2 ** 53 - 1, 2 ** 53, "1"),
  currency: orNone("eur", "EUR", "eu", "euro", 1),
  lookup_key: orNone(...texts(255), 1),
  limit: orNone(0, 1, 2.5, 1_000_000, 1_000_001, "1"),
  fields: fc.oneof(
    orNone([], "x", Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, index]))),
    fc.dictionary(
      fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/), fc.constantFrom(`k${"_".repeat(63)}`, `k${"_".repeat(64)}`)),
      orNone("x", ...texts(500), 1.5, true, {}, []),
    ),
  ),
  public_label: orNone(...texts(40), 1),
  unknown: orNone(1),
};
const ofKind = {
  discount: ["expires_in_days", "delivery", "prefix"],
  billing_credit: ["amount_minor", "currency", "expires_in_days"],
  entitlement: ["lookup_key", "limit", "expires_in_days"],
  metadata: ["fields", "public_label"],
} as const;

/** Generates rules. Most rules have only keys of their kind; otherwise few rules would be valid. */
const rules = fc.constantFrom(...incentiveKinds).chain((kind_slug) => {
  const own = Object.fromEntries(ofKind[kind_slug].map((key) => [key, values[key] ?? fc.constant(undefined)]));
  const terms = fc.oneof(
    { arbitrary: fc.record(own), weight: 6 },
    { arbitrary: fc.record({ ...own, unknown: values.unknown as fc.Arbitrary<unknown> }), weight: 1 },
    { arbitrary: fc.record(values, { requiredKeys: [] }), weight: 1 },
    { arbitrary: orNone(), weight: 1 },
  );
  const [none, some] = [fc.constantFrom(undefined, null), fc.constant(newId())];
  const id = (isNeeded: boolean) =>
    fc.oneof({ arbitrary: isNeeded ? some : none, weight: 9 }, { arbitrary: isNeeded ? none : some, weight: 1 });
  return fc.record({
    kind_slug: fc.constant(kind_slug),
    outcome: fc.constant("COMPLETE"),
    discount_code_id: id(kind_slug === "discount"),
    connection_id: id(kind_slug === "billing_credit"),
    terms,
  });
});
/** Removes undefined values, like JSON. */
const sent = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;

describe("the declared schema of a rule", () => {
  const takes = schemaParity(sdl, "IncentiveRuleInput");
  it("accepts the same rules as the domain", () => {
    const seen = { good: 0, bad: 0 };
    const check = (made: object) => {
      const rule = sent(made) as IncentiveRuleInput;
      const good = isGood((violations) => readRules([rule], ["rules"], violations));
      seen[good ? "good" : "bad"] += 1;
      expect([takes(rule), rule]).toEqual([good, rule]);
    };
    fc.assert(fc.property(rules, check), { numRuns: 6000 });
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(150);
  });
  it.each<[string, object]>([
    ["discount", { discount_code_id: newId(), terms: { expires_in_days: 1, delivery: "POOL", prefix: "A" } }],
    ["discount", { discount_code_id: newId(), connection_id: null }],
    ["billing_credit", { connection_id: newId(), terms: { amount_minor: 1, currency: "eur", expires_in_days: 365 } }],
    ["entitlement", { terms: { lookup_key: "seats", limit: 1 } }],
    ["metadata", { terms: { fields: { a: null, b: "x" }, public_label: null } }],
  ])("accepts a rule of the kind %s", (kind_slug, rest) => {
    expect(takes({ kind_slug, outcome: "SKIPPED", ...rest })).toBe(true);
    expect(takes({ kind_slug, outcome: "SKIPPED", ...rest, terms: { unknown: 1 } })).toBe(false);
  });
});

describe("the declared schema of a limit", () => {
  const limits = fc.record({ limitCount: orNone(1, 100), limitPeriod: orNone(...limitPeriods) });
  it.each([
    // `create_incentive` treats null as omitted.
    ["CreateIncentiveInput", (value: unknown) => value ?? undefined],
    ["UpdateIncentiveInput", (value: unknown) => value],
  ])("of %s accepts both or neither, as the domain does", (type, meant) => {
    const takes = schemaParity(sdl, type);
    fc.assert(
      fc.property(limits, ({ limitCount, limitPeriod }) => {
        const given = { limitCount: meant(limitCount), limitPeriod: meant(limitPeriod) } as object;
        const good = isGood((violations) => readFields(given, ["input"], violations));
        expect(takes(sent({ limitCount, limitPeriod }))).toBe(good);
      }),
      { numRuns: 500 },
    );
  });
});

it("describes null as the domain handles it", () => {
  const { taken, refused } = acceptedNulls(sdl, "UpdateIncentiveInput");
  const takes = (key: string) => {
    const other = { limitCount: { limitPeriod: null }, limitPeriod: { limitCount: null } }[key];
    return isGood((violations) => readFields({ [key]: null, ...other }, ["input"], violations));
  };
  expect([refused, taken.filter((key) => !takes(key)), refused.filter(takes)]).toEqual([["name", "status"], [], []]);
});
