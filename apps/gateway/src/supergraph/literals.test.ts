import { buildSchema, Kind, type OperationDefinitionNode, parse, print, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { parameterize } from "./literals.js";

const schema = buildSchema(`
  scalar JSON
  enum Color { RED GREEN }
  input Filter { or: [Filter!], color: Color = RED, ids: [ID!], size: Int, json: JSON }
  interface Thing { text(of: Int): String }
  type A implements Thing { text(of: Int): String, own(of: Int): String, list(filter: Filter, first: Int = 5): [A] }
  type B implements Thing { text(of: Int): String, own(of: String): String }
  type Query { list(filter: Filter, first: Int = 5, json: JSON, must: [ID!]! = []): [A], things: [Thing] }`);

function outcome(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query, { noLocation: true });
  const { document: replaced, addLiterals } = parameterize(document, schema);
  expect(validate(schema, replaced)).toEqual([]);
  const all = { ...variables };
  addLiterals(all);
  return { text: print(replaced).replace(/\s+/g, " ").trim(), variables: all };
}
const template = (query: string) => outcome(query).text;

describe("literals become variables", () => {
  it("with their types; defaults of input fields are applied, single values become lists, null stays null", () => {
    expect(
      outcome('{ list(filter: { or: { color: GREEN }, ids: 1, json: { a: [1.5, null] } }, first: null, json: "x") { __typename } }'),
    ).toEqual({
      text: "query ($literal0: Filter, $literal1: Int, $literal2: JSON) { list(filter: $literal0, first: $literal1, json: $literal2) { __typename } }",
      variables: {
        literal0: { or: [{ color: "GREEN" }], color: "RED", ids: ["1"], json: { a: [1.5, null] } },
        literal1: null,
        literal2: "x",
      },
    });
  });
  it("with variables inside them, given or missing; variables that stand alone and conditions stay", () => {
    const query =
      "query ($color: Color, $id: ID!, $first: Int, $yes: Boolean!) { list(filter: { color: $color, ids: [$id], size: 1 }, first: $first) { text(of: 1) @skip(if: true) own @include(if: $yes) } }";
    const { text, variables } = outcome(query, { id: "a", first: 1 });
    expect(text).toBe(
      "query ($first: Int, $yes: Boolean!, $literal0: Filter, $literal1: Int) { list(filter: $literal0, first: $first) { text(of: $literal1) @skip(if: true) own @include(if: $yes) } }",
    );
    expect(variables).toEqual({ id: "a", first: 1, literal0: { color: "RED", ids: ["a"], size: 1 }, literal1: 1 });
    expect(outcome(query, { id: "a", color: null }).variables.literal0).toEqual({ color: null, ids: ["a"], size: 1 });
  });
  it("under names that the client has not taken; introspection keeps its literals", () => {
    expect(
      template(
        'query ($literal0: Int) { list(first: $literal0, json: 1) { __typename } __type(name: "A") { fields(includeDeprecated: true) { name } } }',
      ),
    ).toBe(
      'query ($literal0: Int, $literal1: JSON) { list(first: $literal0, json: $literal1) { __typename } __type(name: "A") { fields(includeDeprecated: true) { name } } }',
    );
  });
  it("a literal that its variables make invalid is refused by the name of its argument", () => {
    const query = 'query ($id: ID = "a") { list(must: [$id]) { __typename } }';
    expect(outcome(query, { id: "b" }).variables).toEqual({ id: "b", literal0: ["b"] });
    expect(() => outcome(query, { id: null })).toThrow(expect.objectContaining({ code: "BAD_USER_INPUT", details: { argument: "must" } }));
  });
});

describe("documents that differ only in literals have one template", () => {
  const both = (one: string, other: string) => expect(template(one)).toBe(template(other));
  it("equal literals in different places among them", () => {
    both(
      "{ a: list(first: 1) { list(first: 1) { text } } b: list(first: 1) { text } }",
      "{ a: list(first: 1) { list(first: 2) { text } } b: list(first: 3) { text } }",
    );
  });
  it("merged fields share a variable, through fragments too", () => {
    const query = (first: number) =>
      `{ list(first: ${first}) { text(of: 1) ...F } ... { list(first: ${first}) { ...F } } } fragment F on A { text(of: 1) list(filter: {}) { text(of: 1) } }`;
    both(query(1), query(2));
    const { text } = outcome(query(3));
    expect(text.match(/\$literal\d+(?=[),])/g)?.sort()).toEqual([
      "$literal0",
      "$literal0",
      "$literal1",
      "$literal1",
      "$literal2",
      "$literal3",
    ]);
  });
  it("fields of types that exclude each other keep their own values and types", () => {
    const { variables, text } = outcome(
      '{ things { ... on A { own(of: 1) text(of: 1) } ... on B { own(of: "1") text(of: 2) } ... { text2: text(of: 1) } } }',
    );
    expect(Object.values(variables)).toEqual([1, 1, "1", 2, 1]);
    expect(text).toContain("$literal2: String");
  });
});

it("the depth of a literal costs nothing", () => {
  const filter = `${"{or:[".repeat(500)}{}${"]}".repeat(500)}`;
  const operation = parse(template(`{ list(filter: ${filter}) { text } }`)).definitions[0] as OperationDefinitionNode;
  expect(operation.variableDefinitions).toHaveLength(1);
  expect(operation.kind).toBe(Kind.OPERATION_DEFINITION);
});
