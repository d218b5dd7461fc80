import { PublicError } from "@offergraph/shared/errors/public-error";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { readDocument } from "./document.js";
import { defaultLimits } from "./limits.js";

const schema = buildSchema(
  "type Query { node(id: Int): Node, other: Node, sum(of: [Int]): Int, found(filter: Filter): Int, text(of: String): Int } input Filter { or: [Filter!] } type Node { name: String, node(id: Int): Node, nodes: [Node!]! }",
);
const limits = { ...defaultLimits, tokens: 2_000 };

function outcome(query: string, changed: Partial<typeof limits> = {}) {
  try {
    readDocument(query, undefined, schema, { ...limits, ...changed });
    return "good";
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { code: error.code, message: error.message, ...error.details };
  }
}
const nested = (levels: number, leaf = "name") => `${"node { ".repeat(levels - 1)}${leaf}${" }".repeat(levels - 1)}`;
const aliases = (count: number, field: string, letter = "a") =>
  Array.from({ length: count }, (_, index) => `${letter}${index}: ${field}`).join(" ");

describe("tokens", () => {
  it("2,000 are taken, one more is not", () => {
    expect(outcome(`{ sum(of: [${"1 ".repeat(1991)}]) }`)).toBe("good");
    expect(outcome(`{ sum(of: [${"1 ".repeat(1992)}]) }`)).toMatchObject({ code: "TOKEN_LIMIT", limit: 2000 });
    expect(outcome("{ other { name } }", { tokens: 6 })).toBe("good");
    expect(outcome("{ other { name } }", { tokens: 5 })).toMatchObject({
      code: "TOKEN_LIMIT",
      limit: 5,
      message: expect.stringContaining("5"),
    });
  });
  it("a number that no double holds is refused where it stands", () => {
    for (const number of ["1e400", "-1e400", "9".repeat(400)])
      expect(outcome(`{ sum(of: [${number}]) }`), number).toMatchObject({
        code: "GRAPHQL_PARSE_FAILED",
        message: "A number is too large for a 64-bit float.",
        locations: [{ line: 1, column: 12 }],
      });
  });
  it("what comes after the limit is not even read", () => {
    expect(outcome(`{ ${"name ".repeat(3000)} §§§`)).toMatchObject({ code: "TOKEN_LIMIT" });
  });
});

describe("nesting", () => {
  const filters = (levels: number) => `{ found(filter: ${"{or:[".repeat(levels)}{}${"]}".repeat(levels)}) }`;
  it("64 brackets may be open at one place, in literals as in selections", () => {
    expect(outcome(filters(30))).toBe("good");
    expect(outcome(filters(40))).toEqual({
      code: "NESTING_LIMIT",
      limit: 64,
      value: 83,
      message: "The document nests brackets 83 levels deep; the limit is 64.",
    });
    expect(outcome(`{ node ${"{ ... ".repeat(64)} { name } ${"}".repeat(64)} }`)).toMatchObject({ code: "NESTING_LIMIT", value: 66 });
    expect(outcome(`query ($ids: ${"[".repeat(70)}Int${"]".repeat(70)}) { node { name } }`)).toMatchObject({ code: "NESTING_LIMIT" });
  });
  it("brackets in strings, block strings and comments do not count as nesting", () => {
    const many = "{[(".repeat(30);
    expect(outcome(`{ text(of: "${many}\\"${many}") } # ${many}`)).toBe("good");
    expect(outcome(`{ text(of: """${many} \\""" "" ${many}""") other { name } }`)).toBe("good");
    expect(outcome(`{ text(of: "") a: text(of: ${"[".repeat(70)}`)).toMatchObject({ code: "NESTING_LIMIT", value: 72 });
  });
  it("as many comments are taken as tokens", () => {
    expect(outcome(`{ node { name } }${"#\n".repeat(2000)}`)).toBe("good");
    expect(outcome(`{ node { name } }${"# a\r".repeat(2001)}`)).toMatchObject({ code: "TOKEN_LIMIT", limit: 2000, value: 2001 });
  });
});

describe("overlaps", () => {
  it("as many selections of one key stand in one place as validation can compare", () => {
    expect(outcome(`{ ${"node { name } ".repeat(70)} }`)).toBe("good");
    expect(outcome(`{ ${"node { name } ".repeat(71)} }`, { overlaps: 4_969 })).toMatchObject({
      code: "OVERLAP_LIMIT",
      limit: 4_969,
      value: 71 * 70,
    });
    expect(outcome(`{ ${Array.from({ length: 300 }, (_, index) => `node { a${index}: name }`).join(" ")} }`)).toMatchObject({
      code: "OVERLAP_LIMIT",
      value: 300 * 299 * 0.5,
    });
  });
  it("fragments that meet in one place count too, also where nothing spreads them", () => {
    const chain = Array.from({ length: 150 }, (_, index) => `fragment F${index} on Node { name ...F${index + 1} }`).join(" ");
    const end = "fragment F150 on Node { name }";
    expect(outcome(`{ node { ...F0 } } ${chain} ${end}`)).toMatchObject({ code: "OVERLAP_LIMIT", value: 151 * 150 });
    expect(outcome(`{ node { name } } ${chain} ${end}`)).toMatchObject({ code: "FIELD_LIMIT" });
  });
  it("a fragment that spreads itself is reported as such", () => {
    expect(outcome("{ node { ...A } } fragment A on Node { node { ...B } } fragment B on Node { ...A }")).toMatchObject({
      code: "GRAPHQL_VALIDATION_FAILED",
      message: 'Cannot spread fragment "A" within itself via "B".',
    });
  });
});

describe("depth", () => {
  it("12 levels are taken, 13 are not; the error names both numbers", () => {
    expect(outcome(`{ ${nested(12)} }`)).toBe("good");
    expect(outcome(`{ ${nested(13)} }`)).toEqual({
      code: "DEPTH_LIMIT",
      limit: 12,
      value: 13,
      message: "The operation has 13 levels of nesting; the limit is 12.",
    });
  });
  it("fragments hide no level and add none", () => {
    const split = (levels: number) => `{ ${nested(7, "...F")} } fragment F on Node { ... on Node { ... { ${nested(levels)} } } }`;
    expect(outcome(split(6))).toBe("good");
    expect(outcome(split(7))).toMatchObject({ code: "DEPTH_LIMIT", value: 13 });
  });
  it("introspection is exempt", () => {
    expect(outcome(`{ __type(name: "Node") { ${"ofType { ".repeat(14)} name ${"}".repeat(14)} } }`)).toBe("good");
  });
});

describe("aliases", () => {
  it("15 of one field are taken, 16 are not, on any level and of __typename too", () => {
    expect(outcome(`{ ${aliases(15, "node { name }")} node { name } }`)).toBe("good");
    expect(outcome(`{ ${aliases(16, "node { name }")} }`)).toEqual({
      code: "ALIAS_LIMIT",
      limit: 15,
      value: 16,
      message: "The field Query.node has 16 aliases; the limit is 15.",
    });
    expect(outcome(`{ node { ${aliases(16, "name")} } }`)).toMatchObject({ code: "ALIAS_LIMIT" });
    expect(outcome(`{ ${aliases(16, "__typename")} }`)).toMatchObject({ code: "ALIAS_LIMIT" });
    expect(outcome(`{ ${aliases(8, "node { name }")} ${aliases(8, "other { name }", "b")} }`)).toBe("good");
  });
  it("spread over fragments and places they count together; the same alias in many places is one", () => {
    expect(outcome(`{ node { ${aliases(8, "name")} ...F } } fragment F on Node { ${aliases(8, "name", "b")} }`)).toMatchObject({
      value: 16,
    });
    expect(outcome(`{ node { ${aliases(8, "name")} } other { ${aliases(8, "name", "b")} } }`)).toMatchObject({ value: 16 });
    expect(outcome(`{ node { ...F } ${aliases(15, "node { ...F }")} } fragment F on Node { title: name }`)).toBe("good");
  });
  it("inside introspection one is enough", () => {
    expect(outcome('{ __schema { all: types { name } types { kind } } a: __type(name: "A") { name } b: __type(name: "B") { name } }')).toBe(
      "good",
    );
    expect(outcome("{ __schema { a: types { name } b: types { name } } }")).toMatchObject({ code: "ALIAS_LIMIT", limit: 1, value: 2 });
    expect(outcome("{ a: __schema { description } b: __schema { description } }")).toMatchObject({ code: "ALIAS_LIMIT" });
  });
});

describe("fields", () => {
  it("fragments that multiply are counted spread out, without spreading them", () => {
    const fragments = Array.from(
      { length: 12 },
      (_, index) => `fragment F${index} on Node { a: node { ...F${index + 1} } b: node { ...F${index + 1} } c: node { ...F${index + 1} } }`,
    );
    const bomb = `{ node { ...F0 } } ${fragments.join(" ")} fragment F12 on Node { name }`;
    expect(outcome(bomb, { depth: 40 })).toMatchObject({ code: "FIELD_LIMIT", limit: 4_000, value: 1 + (3 * (3 ** 12 - 1)) / 2 + 3 ** 12 });
  });
});
