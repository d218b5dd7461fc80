import { Violations } from "@offergraph/shared/errors/user-error";
import { readConstraints } from "@offergraph/shared/schema/directives";
import { buildASTSchema, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { createConstraintValidators } from "./constraint-validator.js";

const document = parse(`
  directive @constraint(minLength: Int, maxLength: Int, pattern: String, minimum: Float, maximum: Float, minItems: Int, maxItems: Int, format: String) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  scalar JSONObject
  scalar Tags
  input Part {
    "The code, 1-5 characters without whitespace."
    code: String @constraint(minLength: 1, maxLength: 5, pattern: "^[^\\\\p{White_Space}\\\\uFEFF]*$")
    min: String @constraint(minLength: 1)
    max: String @constraint(maxLength: 1)
    exact: String @constraint(minLength: 3, maxLength: 3)
  }
  input Input { parts: [Part!] @constraint(minItems: 1, maxItems: 2), least: Int @constraint(minimum: 1), most: Float @constraint(maximum: 2.5), day: String @constraint(format: "date"), json: JSONObject, title: String, note: String, tags: Tags }
  type Query { list(first: Int @constraint(minimum: 0, maximum: 1000), json: JSONObject): Int }
  type Mutation { write(input: Input!): Int, free(json: JSONObject): Int }
`);
const guards = createConstraintValidators(buildASTSchema(document), readConstraints(document));

function violations(given: Record<string, unknown>, field = "write") {
  const found = new Violations();
  guards("Mutation", field).collect(given, found);
  return found.list.map(({ field: path, code, message }) => `${path.join(".")} ${code} ${message}`);
}
const part = (given: object) => violations({ input: { parts: [given] } });

describe("a mutation's guard", () => {
  it("finds invisible characters in codes, names and tags, and names of spaces, by their code point; not in other texts", () => {
    expect(violations({ input: { parts: [{ code: "a\u202Eb" }], title: " \u00A0 ", note: "\u200F", tags: { "\u00ADx": "red" } } })).toEqual(
      [
        "input.parts.0.code INVALID code may not contain the invisible character U+202E; remove it.",
        "input.title INVALID title must not consist only of spaces.",
        "input.tags.\u00ADx INVALID \u00ADx may not contain the invisible character U+00AD; remove it.",
      ],
    );
  });

  it("refuses the key __proto__ in JSON, which copies of an object drop", () => {
    const wrong = "__proto__ INVALID __proto__ is a reserved key; use another name.";
    expect(violations({ input: { json: JSON.parse('{"a":{"__proto__":1}}'), tags: JSON.parse('{"__proto__":"red"}') } })).toEqual([
      `input.json.a.${wrong}`,
      `input.tags.${wrong}`,
    ]);
    expect(() => guards("Query", "list").refuse({ json: JSON.parse('{"__proto__":1}') })).toThrow("__proto__ is a reserved key");
  });

  it("finds every broken bound at once, each at its whole path, and says what is allowed", () => {
    expect(
      violations({ input: { parts: [{ code: "a b" }, { code: "" }, { code: "abcdef" }], least: 0, most: 2.6, day: "2026-02-30" } }),
    ).toEqual(
      expect.arrayContaining([
        "input.parts.0.code INVALID code has an invalid format (The code, 1-5 characters without whitespace.).",
        "input.parts.1.code TOO_SHORT code must have 1-5 characters.",
        "input.parts.2.code TOO_LONG code must have 1-5 characters.",
        "input.parts LIMIT_EXCEEDED parts must have 1-2 items.",
        "input.least OUT_OF_RANGE least must be at least 1.",
        "input.most OUT_OF_RANGE most may be at most 2.5.",
        "input.day INVALID day must be a date in the format YYYY-MM-DD.",
      ]),
    );
    expect(violations({ input: { parts: [] } })).toEqual(["input.parts TOO_SHORT parts must have 1-2 items."]);
    expect(part({ min: "", max: "ab", exact: "ab" })).toEqual([
      "input.parts.0.min TOO_SHORT min must have at least 1 character.",
      "input.parts.0.max TOO_LONG max may have at most 1 character.",
      "input.parts.0.exact TOO_SHORT exact must have 3 characters.",
    ]);
  });
  it("passes nulls, what is absent, and what is just within its bounds", () => {
    expect(violations({ input: { parts: null, least: null, most: null } })).toEqual([]);
    expect(violations({ input: {} })).toEqual([]);
    expect(violations({ input: { parts: [{ code: "abcde" }, { code: null }], least: 1, most: 2.5, day: "2026-02-28" } })).toEqual([]);
  });
  it("counts code points, not UTF-16 units", () => {
    expect(part({ max: "😀" })).toEqual([]);
    expect(part({ code: "😀😀😀😀😀" })).toEqual([]);
  });
  it("takes every kind of whitespace for whitespace", () => {
    for (const space of [" ", "\t", "\n", "\u00A0", "\u2003", "\u3000", "\uFEFF", "\u2028"])
      expect(part({ code: `a${space}b` }), JSON.stringify(space)).toHaveLength(1);
  });
  it("refuses NUL and lone surrogates in every text, keys of JSON objects included, and endless nesting", () => {
    const bad = "may not contain NUL or a lone surrogate.";
    expect(violations({ json: { list: ["fine", { text: "\0" }], "k\uDC00": 1, ok: "😀" } }, "free")).toEqual([
      `json.list.1.text INVALID text ${bad}`,
      "json INVALID json has a key with NUL or a lone surrogate.",
    ]);
    let deep: unknown = "x";
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(violations({ json: { deep } }, "free")).toEqual([expect.stringContaining("may not be nested deeper than 64 levels")]);
  });
});

describe("a query's guard", () => {
  it("throws one BAD_USER_INPUT that names the argument's path and lists all violations", () => {
    const { refuse } = guards("Query", "list");
    expect(() => refuse({ first: 1000, json: { a: "b" } })).not.toThrow();
    const refusal = (given: Record<string, unknown>) => {
      try {
        refuse(given);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refusal({ first: -1 })).toMatchObject({
      code: "BAD_USER_INPUT",
      details: { argument: "first" },
      message: "first must be between 0 and 1000.",
    });
    expect(refusal({ first: 1001, json: { a: ["\0"] } })).toMatchObject({
      details: { argument: "json.a.0" },
      message: expect.stringContaining("first must be"),
    });
  });
});
