import { buildSchema, parse } from "graphql";
import { expect, it } from "vitest";
import { usageReader } from "./usage.js";

const schema = buildSchema(`
  type Query { node(id: ID!): Node list(filter: Filter, color: Color = RED): [Thing] }
  interface Node { id: ID! }
  type Thing implements Node { id: ID! name(short: Boolean): String color: Color }
  enum Color { RED GREEN }
  input Filter { text: String, colors: [Color!], not: Filter, any: [Filter!] }
`);
const read = usageReader(schema);
const coordinatesOf = (query: string) => [...read(parse(query)).coordinates].sort();

function inputsOf(query: string, variables: Record<string, unknown> | undefined) {
  const found = new Set<string>();
  read(parse(query)).inputs?.(variables, (coordinate) => found.add(coordinate));
  return [...found].sort();
}

it("lists each part of the schema in the document once, also parts in fragments and skipped parts", () => {
  const query = `query ($short: Boolean!) {
    one: node(id: 1) { id ...on Thing @include(if: $short) { name(short: $short) } }
    two: node(id: 2) { ...more }
    __typename
    __schema { queryType { name } }
  }
  fragment more on Thing { color __typename }`;
  expect(coordinatesOf(query)).toEqual([
    ...["Node.id", "Query.node", "Query.node(id:)", "Thing", "Thing.color", "Thing.name", "Thing.name(short:)"],
  ]);
});

it("lists the input types, input fields and enum values in literals and in defaults of variables", () => {
  const query = `query ($color: Color = GREEN) { list(filter: { any: [{ colors: RED }], not: {} }, color: $color) { id } }`;
  expect(coordinatesOf(query)).toEqual([
    ...["Color.GREEN", "Color.RED", "Filter", "Filter.any", "Filter.colors", "Filter.not"],
    ...["Query.list", "Query.list(color:)", "Query.list(filter:)", "Thing.id"],
  ]);
});

it("lists the input types, input fields and enum values in the variables that a client sent", () => {
  const query = "query ($filter: Filter, $color: Color, $text: String) { list(filter: $filter, color: $color) { id } }";
  expect(inputsOf(query, { filter: { any: [{ text: "a" }, { colors: ["GREEN"] }], not: null }, color: "RED", text: "b" })).toEqual([
    ...["Color.GREEN", "Color.RED", "Filter", "Filter.any", "Filter.colors", "Filter.not", "Filter.text"],
  ]);
  expect(inputsOf(query, { filter: {} })).toEqual(["Filter"]);
  expect(inputsOf(query, undefined)).toEqual([]);
});

it("does not read variables without input types and enums, and reads only the start of large variables", () => {
  expect(read(parse("query ($short: Boolean) { list { name(short: $short) } }")).inputs).toBeUndefined();
  let calls = 0;
  const any = Array.from({ length: 100_000 }, () => ({ text: "a" }));
  read(parse("query ($filter: Filter) { list(filter: $filter) { id } }")).inputs?.({ filter: { any } }, () => calls++);
  expect(calls).toBeLessThan(1_000);
});
