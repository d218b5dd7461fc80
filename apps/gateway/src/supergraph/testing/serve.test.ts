import { PublicError } from "@offergraph/shared/errors/public-error";
import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idOf } from "./fixture.js";
import { type Harness, startHarness } from "./harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.subgraphs.received.length = 0;
});
afterAll(() => harness.stop());

function refusal(act: () => unknown): { code: string; message: string; details: Readonly<Record<string, unknown>> } {
  try {
    act();
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}
const refused = (query: string, operationName?: string) => refusal(() => harness.engine.prepare(query, operationName));
const given = (query: string, variables: Record<string, unknown>) => harness.engine.prepare(query, undefined).variables(variables);

describe("default deny", () => {
  it("a root field without @access and its otherwise unreachable types are not served", async () => {
    expect(refused("{ secret { hidden } }")).toMatchObject({
      code: "GRAPHQL_VALIDATION_FAILED",
      message: expect.stringContaining('Cannot query field "secret"'),
    });
    const { raw } = await harness.ask(getIntrospectionQuery());
    expect(raw.toString()).not.toMatch(/secret/i);
    expect(raw.toString()).toContain('"name":"Item"');
    expect(harness.engine.unlabelled).toEqual(["Query.secret"]);
    expect(harness.logged.filter(({ fields }) => Array.isArray(fields))).toHaveLength(1);
  });
  it("definitions added by composition are hidden", async () => {
    const { raw } = await harness.ask(getIntrospectionQuery());
    expect(raw.toString()).not.toMatch(/join__|link__|offergraph__|"access"|"constraint"|_entities|"defer"/);
  });
});

describe("rejected before any subgraph request", () => {
  it("bad documents, subscriptions, @defer and unknown operations, each by its code", () => {
    expect(refused("{ item(id: ").code).toBe("GRAPHQL_PARSE_FAILED");
    expect(refused("{ § }").code).toBe("GRAPHQL_PARSE_FAILED");
    expect(refused("subscription { item }").code).toBe("GRAPHQL_VALIDATION_FAILED");
    expect(refused("{ ... @defer { hot { id } } }")).toMatchObject({
      code: "GRAPHQL_VALIDATION_FAILED",
      message: expect.stringContaining("@defer is not supported; remove the directive"),
    });
    expect(refused("query A { hot { id } } query B { hot { id } }").code).toBe("OPERATION_NOT_FOUND");
    expect(refused("query A { hot { id } }", "B").code).toBe("OPERATION_NOT_FOUND");
    expect(refused("query ($representations: Int) { people(first: $representations) { id } hot { id } }").code).toBe(
      "GRAPHQL_VALIDATION_FAILED",
    );
    expect(refused("{ a b }").details.errors).toHaveLength(2);
  });
  it("a literal that its scalar's format refuses, also in a variable's default, a list and an input object", () => {
    for (const query of [
      '{ item(id: "x") { id } }',
      'query ($id: UUID = "x") { item(id: $id) { id } }',
      '{ shelf(filter: { ids: ["x"] }) { totalCount } }',
      '{ shelf(filter: { not: { since: "2026-01-01T00:00:00" } }) { totalCount } }',
      '{ refs(ref: { name: "" }) }',
      '{ refs(day: "2026-02-30") }',
    ])
      expect(refused(query), query).toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED", message: expect.stringContaining("must be") });
    expect(harness.subgraphs.received).toEqual([]);
  });
  it("a variable that its scalar's format refuses, naming the path inside it", () => {
    const query = "query ($id: UUID!, $filter: ItemFilter) { item(id: $id) { id } shelf(filter: $filter) { totalCount } }";
    const wrong = refusal(() => given(query, { id: idOf(1), filter: { not: { ids: [idOf(1), "x"] } } }));
    expect(wrong).toMatchObject({ code: "BAD_USER_INPUT", details: { variable: "filter.not.ids.1" } });
    expect(wrong.message).toContain("$filter.not.ids.1");
    expect(refusal(() => given(query, { id: 7 })).details).toMatchObject({ variable: "id" });
    expect(refusal(() => given(query, {})).message).toContain("$id of type UUID! is required");
    expect(refusal(() => given(query, { id: null })).message).toContain("may not be null");
    expect(refusal(() => given(query, { id: "x", filter: { color: "PINK", extra: 1 } })).details.errors).toHaveLength(3);
  });
  it.each([
    [{ extra: 1 }, "Allowed: color, ids, not, since."],
    [{ color: "PINK" }, "Allowed: RED, GREEN, BLUE."],
    [{ color: 7 }, "Allowed: RED, GREEN, BLUE."],
  ])("a variable of %j, listing the allowed names", (filter, words) => {
    expect(refusal(() => given("query ($filter: ItemFilter) { shelf(filter: $filter) { totalCount } }", { filter })).message).toContain(
      words,
    );
  });
  it("a variable inside a scalar's literal, once it is known", () => {
    const query = "query ($name: String) { refs(ref: { name: $name }) }";
    expect(refusal(() => given(query, { name: "" })).code).toBe("BAD_USER_INPUT");
    expect(given(query, { name: "n" })).toEqual({ name: "n", literal0: { name: "n" } });
  });
  it("valid values pass unchanged, defaults are applied, unknown variables are ignored", async () => {
    const query =
      'query ($id: UUID = "00000000-0000-4000-8000-000000000001", $ref: Ref, $filter: ItemFilter) { item(id: $id) { id } refs(ref: $ref) shelf(filter: $filter) { totalCount } }';
    expect(given(query, { ref: { name: "a" }, filter: {}, other: 1 })).toEqual({
      id: idOf(1),
      ref: { name: "a" },
      filter: { color: "RED" },
    });
  });
  it("variables named like members of Object.prototype work", async () => {
    const query = "query ($toString: Int, $valueOf: Int = 1) { people(first: $toString) { id } things(first: $valueOf) { __typename } }";
    expect((await harness.ask(query, {})).errors).toBeUndefined();
    expect((await harness.ask(query, { toString: 1, valueOf: 2 })).errors).toBeUndefined();
    expect(refused("query ($__proto__: Int) { people(first: $__proto__) { id } }")).toMatchObject({
      code: "GRAPHQL_VALIDATION_FAILED",
      message: "The variable name $__proto__ is reserved; rename the variable.",
    });
  });
  it("a variable with excessive nesting or a non-finite number; reports at most 50 errors", () => {
    const query = "query ($filter: ItemFilter, $ref: Ref) { shelf(filter: $filter) { totalCount } refs(ref: $ref) }";
    const deep = JSON.parse(`${'{"not":'.repeat(50_000)}{}${"}".repeat(50_000)}`) as object;
    expect(refusal(() => given(query, { filter: deep })).message).toBe("The variable $filter is nested deeper than 100 levels.");
    expect(refusal(() => given(query, { ref: { name: deep } })).message).toBe("The variable $ref is nested deeper than 100 levels.");
    expect(refusal(() => given(query, { ref: JSON.parse('{ "name": [1e400] }') })).message).toBe(
      "The variable $ref has a number that is too large for a 64-bit float.",
    );
    const started = performance.now();
    expect(refusal(() => given(query, { filter: { ids: Array(9_000).fill("x") } })).details.errors).toHaveLength(50);
    expect(refusal(() => given(query, { filter: { ids: Array(250_000).fill("x") } }))).toMatchObject({
      code: "INPUT_LIMIT",
      details: { limit: 10_000, value: 250_001 },
    });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe("prepared operation", () => {
  it("has its root fields with access, including skipped ones, without introspection", () => {
    const prepared = harness.engine.prepare(
      'mutation ($no: Boolean!) { ...F touch(id: "00000000-0000-4000-8000-000000000001") @include(if: $no) { id } __typename } fragment F on Mutation { make(input: { title: "t" }) { item { id } } }',
      undefined,
    );
    expect(prepared).toMatchObject({ type: "mutation" });
    expect(prepared.rootFields).toEqual([
      { name: "make", level: "WRITE", cost: 10 },
      { name: "touch", level: "ADMIN", cost: 1 },
    ]);
  });
  it("has no root fields if no subgraph is needed", async () => {
    expect(harness.engine.prepare("{ __typename __schema { queryType { name } } }", undefined)).toMatchObject({ rootFields: [] });
    const { data } = await harness.ask(
      "query ($name: String!) { a: __type(name: $name) { name } b: __schema { queryType { ...Q } } __typename } fragment Q on __Type { name }",
      { name: "Item" },
    );
    expect(JSON.stringify(data)).toBe('{"a":{"name":"Item"},"b":{"queryType":{"name":"Query"}},"__typename":"Query"}');
    expect(harness.subgraphs.received).toEqual([]);
  });
  it("introspection next to data keeps its position", async () => {
    const { data } = await harness.ask("{ __typename people(first: 1) { id } __schema { mutationType { name } } }");
    expect(JSON.stringify(data)).toBe(
      `{"__typename":"Query","people":[{"id":"${idOf(0)}"}],"__schema":{"mutationType":{"name":"Mutation"}}}`,
    );
  });
});

describe("operation cache", () => {
  const rises = (...asked: [query: string, operationName?: string][]) => {
    const before = harness.engine.kept;
    for (const [query, operationName] of asked) harness.engine.prepare(query, operationName);
    const { texts, operations } = harness.engine.kept;
    return { texts: texts - before.texts, operations: operations - before.operations };
  };
  it("caches text and compiled operation from their second use on, by text and name", () => {
    const text = "query A { hot { id label } } query B { hot { count label } }";
    expect(rises([text, "A"])).toEqual({ texts: 0, operations: 0 });
    expect(rises([text, "A"])).toEqual({ texts: 1, operations: 1 });
    expect(rises([text, "A"], [text, "A"])).toEqual({ texts: 0, operations: 0 });
    expect(rises([text, "B"], [text, "B"])).toEqual({ texts: 1, operations: 1 });
  });
  it("shares one compiled operation among texts that differ in literals, names and layout", () => {
    const texts = Array.from({ length: 200 }, (_, index): [string] => [
      `query N${index} { shelf(first: ${index % 9}, filter: { color: GREEN, ids: ["${idOf(index)}"] }) { totalCount # ${index}\n nodes { title(upper: ${index % 2 === 0}) } } }`,
    ]);
    expect(rises(...texts)).toEqual({ texts: 0, operations: 1 });
  });
  it("caches fewer large operations: counts all variants, with fragments expanded", () => {
    const asked = ["id", "label", "title", "size", "color", "weight", "price"];
    const large = (name: string) => {
      const fields = Array.from({ length: 98 }, (_, index) => `${name}${index}: ${asked[index % 7]} @skip(if: $a) @include(if: $b)`);
      const places = Array.from({ length: 10 }, (_, index) => `h${index}: hot { ...F }`);
      return `query ($a: Boolean!, $b: Boolean!) { ${places.join(" ")} } fragment F on Item { ${fields.join(" ")} }`;
    };
    const names = Array.from({ length: 20 }, (_, index) => `n${index}_`);
    for (const name of names) rises([large(name)], [large(name)]);
    // Each operation has 10 x 99 fields in 4 specializations, about 4,000 fields. The cache holds 50,000 fields, about 12 operations.
    expect(harness.engine.kept.operations).toBeLessThanOrEqual(12);
  });
});
