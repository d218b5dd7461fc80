import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputOf } from "../testing/random-input.js";
import { realTools, strictAjv } from "../testing/real-tools.js";

const { engine, tools } = realTools();
const ajv = strictAjv();
const id = "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234";

function both(name: string) {
  const tool = tools.all.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const [compact, plain] = (["compact", "plain"] as const).map((encoding) => ajv.compile(tool.definition(encoding).inputSchema));
  if (!compact || !plain) throw new Error("Nothing compiled.");
  const coerce = engine.prepare(tool.document(undefined), undefined);
  const refuses = (given: Record<string, unknown>) => {
    try {
      coerce.variables(given);
      return false;
    } catch {
      return true;
    }
  };
  return { tool, compact, plain, refuses };
}

const filter = (value: unknown) => ["list_discount_codes", { filter: value }] as const;
const rule = (value: object) =>
  ["replace_incentive_rules", { input: { incentiveId: "x", rules: [{ outcome: "COMPLETE", ...value }] } }] as const;

describe("both encodings", () => {
  it.each([
    filter({}),
    filter({ status: { equalTo: "ACTIVE", in: ["DRAFT"], isNull: false } }),
    filter({ and: [{ not: { or: [{ code: { includesInsensitive: "x", notIn: [] } }] } }] }),
    filter({ partnerId: "Ann", createdAt: { greaterThanOrEqualTo: "2026-01-31T12:00:00Z" } }),
    filter({ partnerId: { name: "Ann" }, usageCount: { in: [1, 2], lessThan: 3 } }),
    filter({ partnerId: { in: [id] }, rowId: { equalTo: id } }),
    ["list_discount_codes", { fields: "*", orderBy: ["NATURAL", "CREATED_AT_DESC"], first: 1000, offset: 25_000, withTotal: true }],
    ["list_checkouts", { condition: { partnerId: null, status: null, startedDay: "2026-01-31" } }],
    ["list_orders", { filter: { originRefs: { anyEqualTo: "x", equalTo: ["x"] }, isReal: { equalTo: true, isNull: true } } }],
    ["get_form_insight_read", { answers: {}, facts: { thingClass: { equalTo: "x" } }, reasons: { not: { broad: { in: ["x"] } } } }],
    ["delete_form", { input: { formId: { name: "x" } }, idempotency_key: "a" }],
    rule({ kind_slug: "discount", discount_code_id: id }),
    rule({ kind_slug: "metadata", terms: { fields: { a: null }, public_label: null } }),
  ] as [string, Record<string, unknown>][])("of %s take %j", (name, given) => {
    const { compact, plain } = both(name);
    expect([compact(given), plain(given)], JSON.stringify(compact.errors)).toEqual([true, true]);
  });

  it.each([
    filter(null),
    filter({ status: { equalTo: "active" } }),
    filter({ status: { equalTo: null } }),
    filter({ status: { in: "ACTIVE" } }),
    filter({ status: { in: ["NONE"] } }),
    filter({ status: { isNull: "true" } }),
    filter({ status: { includesInsensitive: "ACTIVE" } }),
    filter({ status: { xequalTo: "ACTIVE" } }),
    filter({ usageCount: { equalTo: "1" } }),
    filter({ usageCount: { notIn: [1.5] } }),
    filter({ code: { like: "x" } }),
    filter({ codeX: { equalTo: "x" } }),
    filter({ and: {} }),
    filter({ not: [] }),
    filter({ partnerId: { name: "x", isNull: true } }),
    filter({ partnerId: "" }),
    filter({ rowId: { equalTo: id.replace("-7cc0", "-9cc0") } }),
    filter({ createdAt: { lessThan: "yesterday" } }),
    ["list_discount_codes", { first: 1001 }],
    ["list_discount_codes", { offset: -1 }],
    ["list_discount_codes", { orderBy: ["CREATED_AT"] }],
    ["list_discount_codes", { orderBy: ["NATURAL_ASC"] }],
    ["list_discount_codes", { after: "a b" }],
    ["list_discount_codes", { unknown: 1 }],
    ["list_orders", { filter: { originRefs: { in: ["x"] } } }],
    ["list_orders", { filter: { isReal: { in: [null] } } }],
    ["get_form_insight_read", { answers: {}, facts: {} }],
    ["delete_form", { input: {} }],
    ["delete_form", { input: { formId: "x", more: 1 } }],
    ["delete_form", { input: { formId: {} } }],
    ["delete_form", { input: { formId: { name: "x", id } } }],
    rule({ kind_slug: "discount" }),
    rule({ kind_slug: "billing_credit", discount_code_id: id }),
    rule({ kind_slug: "entitlement", terms: { lookup_key: "x" } }),
  ] as [string, Record<string, unknown>][])("of %s refuse %j", (name, given) => {
    const { compact, plain } = both(name);
    expect([compact(given), plain(given)]).toEqual([false, false]);
  });
});

describe("random input", { shuffle: false }, () => {
  const seen: { true: number; false: number }[] = [];

  describe.each([...tools.all.keys()])("%s", (name) => {
    it("has the same verdict in both encodings, and refuses what GraphQL refuses", () => {
      const { tool, compact, plain, refuses } = both(name);
      const root = tool.type === "query" ? engine.apiSchema.getQueryType() : engine.apiSchema.getMutationType();
      const given = inputOf(root?.getFields()[name]?.args ?? []);
      const verdicts = { true: 0, false: 0 };
      fc.assert(
        fc.property(given, (input) => {
          const verdict = compact(input);
          verdicts[`${verdict}`] += 1;
          expect(plain(input)).toBe(verdict);
          if (verdict) expect(refuses(input), "GraphQL refuses what the schema takes").toBe(false);
        }),
        { numRuns: 200 },
      );
      seen.push(verdicts);
    });
  });

  it("has seen good and bad input of nearly all", () => {
    // Not all tools: a tool without arguments has no invalid values, and for some tools the random input is rarely valid.
    expect(seen.filter((verdicts) => verdicts.true > 5).length).toBeGreaterThan(60);
    expect(seen.filter((verdicts) => verdicts.false > 5).length).toBeGreaterThan(60);
  });
});
