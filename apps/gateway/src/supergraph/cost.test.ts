import { buildSchema, type GraphQLObjectType, Kind, type OperationDefinitionNode, parse } from "graphql";
import { expect, it } from "vitest";
import { readCatalog } from "./api-schema.js";
import { compileCost } from "./cost.js";
import { shapeOf } from "./project/shape.js";

const sdl = `
  directive @access(level: String, cost: Int = 1) on FIELD_DEFINITION
  directive @constraint(maximum: Float) on ARGUMENT_DEFINITION
  type Query {
    code: Code @access(level: "READ", cost: 7)
    codes(first: Int = 50 @constraint(maximum: 1000)): Codes @access(level: "READ")
    facets(first: Int = 200 @constraint(maximum: 1000)): [Facet!] @access(level: "READ")
    open(first: Int): Codes @access(level: "READ")
    any: [Any!] @access(level: "READ")
  }
  type Codes { nodes: [Code!]!, edges: [Edge!]!, pageInfo: Info!, totalCount: Int, other: [Code] }
  type Edge { cursor: String, node: Code! }
  type Info { next: Boolean }
  type Code { name: String, tags: [String!]!, partner: Code, placements: [Code!]!, codes(first: Int = 5 @constraint(maximum: 100)): Codes }
  type Facet { name: String }
  union Any = Code | Facet`;
const schema = buildSchema(sdl);

function cost(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const shape = shapeOf(
    { schema, fragments, conditions: variables },
    schema.getQueryType() as GraphQLObjectType,
    operation.selectionSet,
    (name) => name,
  );
  return compileCost(shape, readCatalog(parse(sdl)))(variables);
}

it("an object counts 1, leaf fields and lists of them nothing, a root field its @access cost", () => {
  expect(cost("{ code { name tags } }")).toBe(7 + 1);
  expect(cost("{ code { name partner { name partner { name } } } }")).toBe(7 + 3);
  expect(cost("{ a: code { name } b: code { name } }")).toBe(2 * (7 + 1));
});

it("nodes and edges of a connection are as many as first says: a literal, a variable, a default", () => {
  expect(cost("{ codes { nodes { name } } }")).toBe(1 + 1 + 50);
  expect(cost("{ codes(first: 3) { nodes { name } edges { cursor node { name } } pageInfo { next } } }")).toBe(1 + 1 + 3 + 3 * 2 + 1);
  expect(cost("query ($n: Int) { codes(first: $n) { nodes { name } } }", { n: 20 })).toBe(22);
  expect(cost("query ($n: Int) { codes(first: $n) { nodes { name } } }")).toBe(52);
  expect(cost("query ($n: Int) { codes(first: $n) { nodes { name } } }", { n: null })).toBe(52);
  expect(cost("{ codes { totalCount } }")).toBe(2);
});

it("first never counts for more than its maximum, nor for less than nothing", () => {
  expect(cost("{ codes(first: 100000) { nodes { name } } }")).toBe(2 + 1000);
  expect(cost("{ codes(first: -5) { nodes { name } } }")).toBe(2);
  expect(cost("{ open { nodes { name } } }")).toBe(2 + 10);
});

it("a list with first is as long as that, any other counts as 10", () => {
  expect(cost("{ facets(first: 4) { name } }")).toBe(1 + 4);
  expect(cost("{ code { placements { name } } }")).toBe(7 + 1 + 10);
  expect(cost("{ codes(first: 3) { other { name } } }")).toBe(2 + 10);
});

it("sizes of nested lists multiply, each with its own first", () => {
  expect(cost("{ codes(first: 100) { nodes { placements { partner { name } } codes(first: 6) { nodes { name } } } } }")).toBe(
    2 + 100 * (1 + 10 * 2 + 1 + 6),
  );
});

it("of an abstract type the dearest member counts; what @skip leaves out, what is asked twice and introspection count nothing more", () => {
  expect(cost("{ any { ... on Code { partner { name } } ... on Facet { name } } }")).toBe(1 + 10 * 2);
  expect(cost("query ($no: Boolean!) { code { partner @skip(if: $no) { name } name } }", { no: true })).toBe(8);
  expect(cost("{ code { partner { name } ...F } __schema { types { name } } } fragment F on Code { partner { tags } }")).toBe(7 + 2);
});
