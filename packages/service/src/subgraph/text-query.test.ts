import fc from "fast-check";
import { buildSchema, type ExecutionResult, execute, GraphQLError, type GraphQLObjectType, type GraphQLSchema, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { chosenOperation } from "./document.js";
import { dataText, textQuery } from "./text-query.js";

const sdl = `
  scalar Anything
  enum Color { RED GREEN }
  type Owner { name: String! }
  type Thing { id: ID! name: String! note: String size: Int ratio: Float isOpen: Boolean color: Color! any: Anything tags: [String!]! owner: Owner later: String upper: String }
  type Place { id: ID! name: String! }
  union Entity = Thing | Place
  type Query { things(first: Int = 3): [Thing!]! thing: Thing entities: [Entity]! fails: Thing }
`;

interface Given {
  things?: unknown[];
  warnings: unknown[];
}

function schemaOf(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const fields = (schema.getQueryType() as GraphQLObjectType).getFields();
  const set = (name: string, resolve: (source: unknown, args: { first: number }, context: Given) => unknown) => {
    Object.assign(fields[name] as object, { resolve });
  };
  set("things", async (_source, { first }, context) => {
    context.warnings.push("found");
    return context.things?.slice(0, first);
  });
  set("thing", (_source, _args, { things }) => things?.[0] ?? null);
  set("entities", (_source, _args, { things }) => things?.map(async (thing) => thing));
  set("fails", () => {
    throw new GraphQLError("It fails.");
  });
  const thing = (schema.getType("Thing") as GraphQLObjectType).getFields();
  Object.assign(thing.upper as object, { resolve: ({ name }: { name: string }) => name.toUpperCase() });
  Object.assign(thing.later as object, { resolve: async (_source: unknown, _args: unknown, context: Given) => context.warnings.length });
  return schema;
}

/** Runs a query as text and on graphql-js, and returns both results as JSON. `isText` is true if the result was written as text. */
async function both(query: string, things: unknown[], variables = {}) {
  const schema = schemaOf();
  const document = parse(query);
  const text = textQuery(schema, chosenOperation(document, undefined));
  const contexts: [Given, Given] = [
    { things, warnings: [] },
    { things, warnings: [] },
  ];
  const plain = (contextValue: Given) => execute({ schema, document, contextValue, variableValues: variables }) as ExecutionResult;
  let isText = text !== undefined;
  const run = () => {
    isText = false;
    return plain(contexts[0]);
  };
  const json = async (result: ExecutionResult) => `${dataText(result)} ${JSON.stringify(result.errors)}`;
  const own = await json(await (text ? text(contexts[0], variables, run) : run()));
  const expected = await json(await plain(contexts[1]));
  expect(contexts[0].warnings).toEqual(contexts[1].warnings);
  return { own, expected, isText };
}

const everything = "id name note size ratio isOpen color any tags __typename renamed: name upper owner { name }";
const thing = fc.record({
  __typename: fc.constant("Thing"),
  id: fc.uuid(),
  name: fc.string({ unit: "binary" }),
  note: fc.option(fc.string()),
  size: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  ratio: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  isOpen: fc.option(fc.boolean()),
  color: fc.constantFrom("RED", "GREEN"),
  any: fc.jsonValue(),
  tags: fc.array(fc.string()),
  owner: fc.option(fc.record({ name: fc.string() })),
});

describe("a text query", () => {
  it("returns the same text as graphql-js for random records", async () => {
    const queries = [
      `{ things(first: 10) { ${everything} } }`,
      `{ all: things { ... on Thing { ${everything} } } }`,
      `{ thing { ${everything} } }`,
      `{ entities { __typename ... on Place { name } ... on Thing { ${everything} } } }`,
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(thing, { maxLength: 5 }), fc.constantFrom(...queries), async (things, query) => {
        const { own, expected, isText } = await both(query, things);
        expect(own).toBe(expected);
        expect(isText).toBe(true);
      }),
    );
  });

  it.each([
    ["null in a non-null field", { id: "1", name: null }],
    ["a value of another type", { id: "1", name: "a", size: "many" }],
    ["an unknown enum value", { id: "1", name: "a", color: "BLUE" }],
    ["a promise", { id: "1", name: "a", owner: Promise.resolve({ name: "b" }) }],
    ["an error", { id: "1", name: "a", note: new Error("No note.") }],
    ["a function", { id: "1", name: "a", note: () => "computed" }],
  ])("leaves %s to graphql-js, and adds warnings only once", async (_name, record) => {
    const { own, expected, isText } = await both("{ things { id name note size color owner { name } } }", [{ color: "RED", ...record }]);
    expect(own).toBe(expected);
    expect(isText).toBe(false);
  });

  it("reports the error of the root resolver as graphql-js does", async () => {
    const { own, expected, isText } = await both("{ fails { id } }", []);
    expect(own).toBe(expected);
    expect(own).toContain("It fails.");
    expect(isText).toBe(true);
  });

  it("uses variables and default values", async () => {
    const things = Array.from({ length: 5 }, (_, index) => ({ id: index, name: "a", color: "RED" }));
    for (const variables of [{}, { first: 1 }, { first: null }]) {
      const { own, expected, isText } = await both("query ($first: Int) { things(first: $first) { id } }", things, variables);
      expect(own).toBe(expected);
      expect(isText).toBe(true);
    }
  });

  it.each([
    "{ things { id later } }",
    "{ things { id @include(if: true) } }",
    "{ thing { owner { name } owner { name } } }",
    "{ things { ...Fields } } fragment Fields on Thing { id }",
    "{ thing { id } things { id } }",
  ])("does not compile %s", async (query) => {
    const { own, expected, isText } = await both(query, [{ id: "1", name: "a", color: "RED" }]);
    expect(own).toBe(expected);
    expect(isText).toBe(false);
  });
});
