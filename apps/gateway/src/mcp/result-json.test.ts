import { isObject } from "@offergraph/shared/json/exact-json";
import { describe, expect, it, vi } from "vitest";
import { type ExecutionResult, longestText, resultOf } from "./result.js";
import { resultJson } from "./result-json.js";

const converted = (body: string | Buffer) => JSON.parse(resultJson("get", body).join(""));
const expected = (body: string) => JSON.parse(JSON.stringify(resultOf("get", JSON.parse(body) as ExecutionResult)));
const bodyOf = (value: unknown, more: object = {}) => JSON.stringify({ data: { get: value }, ...more });
/** True if the body is copied into the result without parsing. */
const isEmbedded = (body: string) => {
  const parse = vi.spyOn(JSON, "parse");
  resultJson("get", Buffer.from(body));
  const isParsed = parse.mock.calls.some(([text]) => text === body);
  parse.mockRestore();
  return !isParsed;
};

const warning = { operation: "get", code: "A", message: "B.", recordIds: ["7"], next: { operation: "c", why: "D." } };
const pageInfo = { hasNextPage: true, endCursor: 'c"7' };
const record = {
  rowId: "7",
  title: 'a "quoted" title \\ with {brackets], ":" and ☃ 😀',
  amount: "1.50",
  tags: ["x", ""],
  partner: { name: "" },
};

describe("the JSON of a tool result", () => {
  it.each<[name: string, value: unknown]>([
    ["a record", record],
    ["a page", { nodes: [record, record], pageInfo, totalCount: 7 }],
    ["a page without pageInfo", { nodes: [record] }],
    ["an empty page", { nodes: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 }],
    ["a page of nulls", { nodes: [null, null], pageInfo }],
    ["members after the list", { totalCount: null, pageInfo, nodes: [{ of: [[1], [{}]] }], more: [] }],
    ["an object with other nodes", { nodes: { of: "tree" }, text: "a" }],
    ["a list", [record, { a: 1 }]],
    ["a list of texts", ["", "a", "b"]],
    ["a list of empty texts", ["", ""]],
    ["an empty list", []],
    ["an empty object", {}],
    ["a text", "a"],
    ["an empty text", ""],
    ["a number", -1.5e-7],
    ["a boolean", false],
    ["an object without texts", { count: 3, isDone: true, of: null, name: "" }],
    ["more records than the text has room for", { nodes: Array(40).fill({ title: "ä😀".repeat(200) }), pageInfo }],
    ["a record that is too long", [{ title: "😀".repeat(9_000) }, record]],
    ["records that fill the text", { nodes: [{ title: "a".repeat(7_985) }, 1, 2, 3], pageInfo }],
    ["a record of the longest length", [{ title: "a".repeat(longestText - 12) }, record]],
    ["a record that is longer by one character", [{ title: "a".repeat(longestText - 11) }, record]],
    ["many short records", Array(9_000).fill(1)],
    ["a long text", `x${"😀".repeat(9_000)}`],
  ])("embeds %s, as if it had been parsed", (_name, value) => {
    const body = bodyOf(value);
    expect(isEmbedded(body)).toBe(true);
    for (const given of [body, Buffer.from(body), Buffer.from(`${body}\n`)]) expect(converted(given)).toEqual(expected(body));
  });

  it.each<[name: string, body: string]>([
    ["null", bodyOf(null)],
    ["errors", `{"errors":[{"message":"Away.","path":["get","title"]}],"data":{"get":{"title":null}}}`],
    ["errors after the data", bodyOf({ title: null }, { errors: [{ message: "Away." }] })],
    ["no data", `{"errors":[{"message":"Away."}],"data":null}`],
    ["userErrors", bodyOf({ item: null, userErrors: [{ field: ["input"], message: "Is taken.", code: "TAKEN" }] })],
    ["a payload without userErrors", bodyOf({ items: [record], userErrors: [] })],
    ["a dry run", bodyOf(record, { extensions: { dryRun: { mutations: [] } } })],
    ["warnings of a dry run", bodyOf(record, { extensions: { warnings: [warning], dryRun: { mutations: [] } } })],
    ["warnings and errors", bodyOf(record, { extensions: { warnings: [warning] }, errors: [{ message: "Away." }] })],
    ["white space", JSON.stringify({ data: { get: { nodes: [record], pageInfo } } }, undefined, 2)],
    ["white space inside the value", `{"data":{"get":{"nodes":[{"title": "a"}]}}}`],
    ["white space between members", `{"data":{"get":{"title":"a", "of":1}}}`],
    ["white space in a value of a later record", '{"data":{"get":[{"a":1,"of":null},{"a":2,"of":{"b": 1}},{"a":3,"of":null}]}}'],
    ["white space in a value of a later node", '{"data":{"get":{"nodes":[{"a":1},{"a": 2}]}}}'],
    ["white space in a later record", `{"data":{"get":{"nodes":[{"a":1},{ "a":2}]}}}`],
    ["white space in a nested list", `{"data":{"get":{"nodes":[{"a":1},{"a":[1, {"b":2},{"b":3}]}]}}}`],
    ["another field first", JSON.stringify({ data: { other: 1, get: record } })],
    ["another field next", JSON.stringify({ data: { get: record, other: 1 } })],
  ])("parses a response with %s", (_name, body) => {
    expect(isEmbedded(body)).toBe(false);
    expect(converted(Buffer.from(body))).toEqual(expected(body));
  });

  it("embeds a value with warnings", () => {
    const warnings = [warning, { ...warning, code: "E", message: 'F "g" ☃' }];
    for (const value of [record, { nodes: [record, record], pageInfo }]) {
      const body = bodyOf(value, { extensions: { warnings } });
      expect(isEmbedded(body)).toBe(true);
      expect(converted(Buffer.from(body))).toEqual(expected(body));
    }
  });

  it.each([...["},{", '},{"', '},{"a', "}]", '}],"', "[{", "}, ", "{}", "},null", '"', "\\", "é\t"]])(
    "has the number of records if a text is %j",
    (text) => {
      const nodes = [
        { a: text, b: [text] },
        { a: "", b: ["", text] },
        { a: text, b: [] },
      ];
      for (const value of [nodes, { nodes, pageInfo: { ...pageInfo, endCursor: text } }]) {
        const body = bodyOf(value);
        expect(converted(Buffer.from(body)), body).toEqual(expected(body));
      }
    },
  );

  it.each([
    [
      "nested records",
      [
        { a: 1, of: [{ a: 2 }, { a: 3 }] },
        { a: 4, of: [] },
      ],
    ],
    ["nested lists in JSON values", [{ a: 1, of: [1, { a: 2 }, { a: 3 }] }, { a: 4 }]],
    ["null", [{ a: 1 }, null, { a: 2 }, { a: 3 }]],
    ["null as the first record", [null, { a: 1 }, { a: 2 }]],
    ["empty records", [{ a: 1 }, {}, { a: 2 }]],
    [
      "texts that look like the end of the list",
      [
        { a: { q: ["}],", ':{{{{"'] }, b: null },
        { a: { q: "x" }, b: null },
      ],
    ],
    ["texts that look like the end of the value", [{ a: ["}]}", "}"] }, { a: ["}],", "b"] }]],
    ["JSON values that look like the end", [{ a: { x: { b: { c: [1, { z: 1 }] } }, extensions: { warnings: [] } } }, { a: 1 }]],
    ["JSON values that look like the end of a list", [{ a: { x: { b: [1, { z: 1 }] }, extensions: { warnings: [] } } }, { a: 1 }]],
    ["many records and nested lists in JSON values", [{ a: [1, { b: 1 }, { c: 2 }, 3] }, ...Array(100).fill({ a: "x".repeat(200) })]],
    ["upper-case names", [{ A: 1 }, { _b: 2 }, { A: 3 }]],
  ])("has the number of records with %s", (_name, nodes) => {
    for (const value of [nodes, { nodes, pageInfo }]) expect(converted(bodyOf(value))).toEqual(expected(bodyOf(value)));
  });

  it("keeps the lines of earlier results", () => {
    const bodies = Array.from({ length: 60 }, (_, index) => bodyOf({ nodes: Array(20).fill({ title: `${index}"`.repeat(100) }) }));
    const results = bodies.map((body) => resultJson("get", Buffer.from(body)));
    for (const [index, parts] of results.entries()) expect(JSON.parse(parts.join(""))).toEqual(expected(bodies[index] ?? ""));
  });

  it("is not created from incomplete JSON", () => {
    const body = bodyOf({ nodes: [record, "a", 1, null], pageInfo });
    for (let length = 0; length < body.length; length++)
      expect(() => resultJson("get", Buffer.from(body.slice(0, length)))).toThrow(SyntaxError);
  });

  it("is the same for random values", () => {
    const random = randomOf(7);
    for (let count = 0; count < 3_000; count++) {
      const value = recordsIn(randomValue(random, 4));
      const nodes = recordsIn([randomValue(random, 3), value]);
      const body = bodyOf(isObject(value) && random(2) === 0 ? { ...value, nodes, pageInfo } : value);
      expect(converted(Buffer.from(body)), body).toEqual(expected(body));
    }
  });
});

/** If a list starts with an object, leaves only what a list of a GraphQL type contains: objects whose names GraphQL allows, and null. */
function recordsIn(value: unknown): unknown {
  if (!Array.isArray(value) || !isObject(value[0])) return value;
  return value.filter((item) => item === null || isObject(item)).map((item) => item && { id: 1, ...item });
}

/** Returns a function that returns pseudorandom integers below a limit. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % limit;
  };
}

const texts = ["", "a", '"', "\\", '\\"', '":"', "},{", "}]", "]}", "[{", ":1", ":{{", ",", "}", "ä", "😀", "\u0000\n", " ", "\ud800"];
const names = ["a", "nodes", "pageInfo", "totalCount", '":"', "x y"];

function randomValue(random: (limit: number) => number, depth: number): unknown {
  const one = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const kind = random(depth > 0 ? 7 : 5);
  if (kind === 5) return Array.from({ length: random(4) }, () => randomValue(random, depth - 1));
  if (kind === 6) return Object.fromEntries(Array.from({ length: random(5) }, () => [one(names), randomValue(random, depth - 1)]));
  return [null, random(2) === 0, random(1_000) / 8 - 3, one(texts) + one(texts) + one(texts), one(texts)][kind];
}
