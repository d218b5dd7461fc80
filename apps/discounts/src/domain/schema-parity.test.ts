import { readFileSync } from "node:fs";
import { Violations } from "@offergraph/shared/errors/user-error";
import { acceptedNulls, schemaParity } from "@offergraph/testkit/schema-parity";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { DiscountCodeBody } from "../generated/types.js";
import { readBody, readPlacements, readTags } from "./body.js";
import { checkCrossFieldRules, withDefaults } from "./fields.js";

const sdl = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
const mostly = <Value>(value: Value, ...others: unknown[]) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 12 }, { arbitrary: fc.constantFrom(undefined, ...others), weight: 1 });

/** Generates bodies for create_discount_code. A body can lack any field except `value_kind`. Only fields of a nullable type can be null. */
const bodies = fc.record({
  code: mostly("SUMMER"),
  aliased_codes: mostly([]),
  title: mostly("Summer"),
  value_kind: fc.constantFrom("percent", "amount"),
  value_percent: fc.constantFrom(undefined, null, null, 0, 10),
  value_amount: fc.constantFrom(undefined, null, null, 0, 10),
  usage_limit: mostly(null, 5),
  start_at: mostly(null),
  ends_at: mostly(null, "2026-12-31T00:00:00Z"),
  status: mostly("DRAFT"),
  display_name: mostly("Summer", null),
});

it("the published schema of a new code requires the same as the domain: ten fields, and a percentage or an amount", () => {
  const takes = schemaParity(sdl, "CreateDiscountCodeInput.body");
  const seen = { good: 0, bad: 0 };
  const check = (made: object) => {
    const body = JSON.parse(JSON.stringify(made)) as DiscountCodeBody;
    const violations = new Violations();
    const { patch } = readBody(body, { creating: true, path: ["body"], ownAliases: [], violations });
    checkCrossFieldRules(withDefaults(patch), patch, ["body"], violations);
    seen[violations.any ? "bad" : "good"] += 1;
    expect([takes(body), body]).toEqual([!violations.any, body]);
  };
  fc.assert(fc.property(bodies, check), { numRuns: 5000 });
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(300);
});

it.each([
  [{ vip: "red", [`${"é".repeat(180)}`]: "default" }, true],
  [{}, true],
  [{ "": "red" }, false],
  [{ ["é".repeat(181)]: "red" }, false],
  [{ vip: "Red" }, false],
  [{ vip: null }, false],
])("the declared schema of tags accepts %j like the domain", (tags, good) => {
  const violations = new Violations();
  readTags(tags, ["tags"], violations);
  expect([!violations.any, schemaParity(sdl, "Tags")(tags)]).toEqual([good, good]);
});

it("the published schema allows null where the domain does", () => {
  const { taken, refused } = acceptedNulls(sdl, "DiscountCodeBody");
  const takes = (key: string) => {
    const violations = new Violations();
    readBody({ [key]: null }, { creating: false, path: ["body"], ownAliases: [], violations });
    // `readBody` ignores placements, and `readPlacements` rejects null.
    return !violations.any && key !== "placements";
  };
  expect([refused.length, taken.filter((key) => !takes(key)), refused.filter(takes)]).toEqual([11, [], []]);
  const violations = new Violations();
  readPlacements({ placements: [{ connectionId: "x", child: null }] }, { creating: true, path: [], violations });
  readBody({ aliased_codes: [{ id: null, code: "A" }] }, { creating: false, path: [], ownAliases: [], violations });
  expect(violations.list.filter(({ code }) => code === "REQUIRED").map(({ field }) => field.at(-1))).toEqual(["child", "id"]);
  expect([acceptedNulls(sdl, "DiscountBodyPlacementInput").refused, acceptedNulls(sdl, "AliasedCodeInput").refused]).toEqual([
    ["child"],
    ["id"],
  ]);
});
