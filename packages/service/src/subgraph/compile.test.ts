import { buildSubgraphSchema } from "@apollo/subgraph";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { readAccess } from "@offergraph/shared/schema/directives";
import { scalarsOf } from "@offergraph/shared/schema/scalars";
import fc from "fast-check";
import { execute, type GraphQLSchema, parse } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { type Compiler, createCompiler } from "./compile.js";

const sdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  directive @access(level: Level!, cost: Int = 1) on FIELD_DEFINITION | OBJECT
  directive @constraint(format: String) on SCALAR
  enum Level { READ WRITE ADMIN }
  scalar UUID @constraint(format: "uuid")
  scalar Ref @constraint(format: "ref")
  scalar JSONObject @constraint(format: "object")
  scalar BigFloat @constraint(format: "decimal")
  enum Color { red green }
  input Tree { and: [Tree!], not: Tree, id: UUID, text: String = "leaf", color: Color, count: Int, share: Float, ids: [UUID!], object: JSONObject, flag: Boolean }
  type Thing @key(fields: "rowId") @access(level: READ) { rowId: UUID! name(upper: Boolean = false): String amount: BigFloat color: Color strict: String! parent: Thing children: [Thing!] holes: [Thing] }
  type Query {
    echo(tree: Tree, trees: [Tree!], id: UUID, ref: Ref, object: JSONObject, first: Int = 50, colors: [Color!] = [green], share: Float): JSONObject @access(level: READ)
    things: [Thing!] @access(level: READ)
    thing(id: UUID!): Thing @access(level: READ)
    fails: Thing @access(level: READ)
    failsNow: Thing @access(level: READ)
  }
  type Mutation { first(text: String): JSONObject @access(level: WRITE) second(text: String): JSONObject @access(level: ADMIN) }
`;
const id = "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234";
const leaf = { rowId: id, name: "leaf", amount: 12n, color: "red", strict: "s", children: [], holes: [] };
const things = [
  leaf,
  { ...leaf, strict: null },
  { ...leaf, parent: { ...leaf, amount: 0.5 }, children: [leaf], holes: [{ ...leaf, strict: null }, null, leaf] },
];
const order: string[] = [];

let schema: GraphQLSchema;
let compiler: Compiler | undefined;
const access = readAccess(parse(sdl));
beforeAll(() => {
  const document = parse(sdl);
  const echo = (_source: unknown, given: object) => ({ given });
  const step = (name: string) => async (_source: unknown, given: object) => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    return { given };
  };
  schema = buildSubgraphSchema([
    {
      typeDefs: document,
      resolvers: {
        ...scalarsOf(document),
        Query: {
          echo,
          things: async () => things,
          thing: (_source: unknown, { id: asked }: { id: string }) => (asked === id ? leaf : null),
          fails: async () => {
            throw new BadUserInput("filter", "The filter is wrong.");
          },
          failsNow: () => {
            throw new Error("secret");
          },
        },
        Mutation: { first: step("first"), second: step("second") },
        Thing: {
          __resolveReference: async ({ rowId }: { rowId: string }) => {
            if (rowId === "broken") throw new Error("secret");
            return rowId === id ? { ...leaf } : null;
          },
          name: async (thing: { name: string }, { upper }: { upper: boolean }) => (upper ? thing.name.toUpperCase() : thing.name),
        },
      },
    },
  ]);
});

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

/** Expects the same data and errors from graphql-js and graphql-jit. */
async function both(query: string, variables?: Record<string, unknown>) {
  compiler ??= createCompiler(schema, access);
  // The compiler uses graphql-jit only from the second use.
  compiler.compile(query, undefined);
  const compiled = compiler.compile(query, undefined);
  const fast = await compiled.execute({}, variables);
  const slow = await execute({ schema, document: parse(query), variableValues: variables, contextValue: {} });
  const sorted = (errors: readonly { message: string; path?: unknown }[] | undefined) =>
    (errors ?? []).map(({ path }) => JSON.stringify(path ?? null)).sort();
  if (slow.data === undefined) expect(fast.data, query).toBeUndefined();
  else expect(plain(fast.data), query).toEqual(plain(slow.data));
  expect(sorted(fast.errors), query).toEqual(sorted(slow.errors));
  return fast;
}

describe("compiled documents answer as graphql-js does", () => {
  const text = fc.string({ maxLength: 5 });
  const treeOf = (depth: number): fc.Arbitrary<unknown> =>
    fc.record(
      {
        and: depth > 0 ? fc.option(fc.array(treeOf(depth - 1), { maxLength: 2 })) : fc.constant([]),
        not: depth > 0 ? fc.option(treeOf(depth - 1)) : fc.constant(null),
        id: fc.constantFrom(null, id, "x"),
        text: fc.option(text),
        color: fc.constantFrom(null, "red", "blue"),
        count: fc.constantFrom(null, 1, 1.5, 2 ** 40, "1"),
        share: fc.constantFrom(null, 1, 1.5, "1"),
        ids: fc.constantFrom(null, [], [id], id, ["x"]),
        object: fc.constantFrom(null, {}, { a: [1, null] }, [], "x"),
        flag: fc.constantFrom(null, true, "true"),
        unknown: fc.constant(1),
      },
      { requiredKeys: [] },
    );
  const tree = treeOf(2);
  const declared = "$tree: Tree, $trees: [Tree!], $id: UUID, $ref: Ref, $object: JSONObject, $first: Int, $colors: [Color!], $share: Float";
  const passed = "tree: $tree, trees: $trees, id: $id, ref: $ref, object: $object, first: $first, colors: $colors, share: $share";
  it("for arguments by variables: absent, null, defaulted, nested and wrong", async () => {
    const variables = fc.record(
      {
        tree,
        trees: fc.oneof(fc.array(tree, { maxLength: 2 }), tree),
        id: fc.constantFrom(null, id, 1),
        ref: fc.constantFrom(null, "x", { name: "x" }, { name: 1 }, ""),
        object: fc.constantFrom(null, { a: { b: [] } }, 1),
        first: fc.constantFrom(null, 0, 7, "7"),
        colors: fc.constantFrom(null, [], ["red"], "red", ["blue"]),
        share: fc.constantFrom(null, 1, 0.5),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(variables, async (given) => {
        await both(`query (${declared}) { echo(${passed}) }`, given as Record<string, unknown>);
      }),
      { numRuns: 200 },
    );
  });
  it("for literals, variables inside literals and inside the literals of scalars", async () => {
    await both(
      `{ echo(tree: { and: [{ id: "${id}" }], not: {} }, ref: { name: "x" }, object: { a: { b: 1.5 } }, colors: red, first: null) }`,
    );
    for (const variables of [{}, { name: "x", id, text: null }, { name: null, id: null }])
      await both(
        "query ($name: String, $id: UUID, $text: String) { echo(tree: { id: $id, text: $text }, trees: [{ text: $text }], object: { a: { b: [$name] } }) }",
        variables,
      );
    await both("query ($name: String) { echo(ref: { name: $name }) }", { name: "x" });
    await both("query ($name: String) { echo(ref: { name: $name }) }", {});
    await both('query ($name: String = "d", $first: Int = 3) { echo(ref: { name: $name }, first: $first) }', {});
  });
  it("for nulls that rise, holes, missing things, errors thrown now and later, and values no scalar takes", async () => {
    const result = await both(`{
      things { rowId name upper: name(upper: true) amount color strict parent { amount strict } children { strict } holes { strict } }
      ok: thing(id: "${id}") { __typename rowId strict } none: thing(id: "${id.replace("0", "1")}") { rowId } fails { rowId } failsNow { rowId }
    }`);
    expect(result.errors?.length).toBeGreaterThan(2);
    await both("{ things { rowId children { holes { strict } } } }");
    await both(
      'query ($no: Boolean!, $yes: Boolean!) { things @skip(if: $yes) { rowId } thing(id: "x") @include(if: $no) { rowId } echo { x: __typename } }'
        .replace(" echo { x: __typename }", " echo")
        .replace('"x"', `"${id}"`),
      { no: false, yes: true },
    );
  });
  it("for entities, missing and failing ones among them", async () => {
    const of = (rowId: string) => ({ __typename: "Thing", rowId });
    const query =
      "query ($all: [_Any!]!) { _entities(representations: $all) { ... on Thing { rowId name(upper: true) strict children { rowId } } } }";
    const result = await both(query, { all: [of(id), of("none"), of("broken"), of(id)] });
    expect(result.data?._entities).toMatchObject([{ name: "LEAF" }, null, null, { name: "LEAF" }]);
    await both("{ _service { sdl } __typename }");
  });
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"])(
    "for the alias %s, of scalars, objects, lists, nulls and failures",
    async (alias) => {
      const { data } = await both(`{ ${alias}: things { ${alias}: name strict } }`);
      expect(Object.keys(data ?? {})).toEqual([alias]);
      await both(`{ things { ${alias}: children { ${alias}: rowId } parent { ${alias}: parent { rowId } } rowId } }`);
      await both(`{ ${alias}: fails { rowId } ok: thing(id: "${id}") { ${alias}: strict } }`);
      await both(`query ($all: [_Any!]!) { _entities(representations: $all) { ... on Thing { ${alias}: name } } }`, {
        all: [{ __typename: "Thing", rowId: id }],
      });
    },
  );
  it("for mutations, one after the other", async () => {
    order.length = 0;
    await createCompiler(schema, access).compile('mutation { a: first(text: "1") b: second c: first }', undefined).execute({}, {});
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends", "first begins", "first ends"]);
    await both('mutation { a: first(text: "1") b: second }');
  });
});

describe("a compiler", () => {
  it("knows the level that a document needs, through fragments too", () => {
    const { compile } = createCompiler(schema, access);
    expect(compile("{ things { rowId } }", undefined).level).toBe("READ");
    expect(compile("mutation { ...all } fragment all on Mutation { first second }", undefined).level).toBe("ADMIN");
  });
  it("refuses what does not parse, does not fit the schema, or names no operation", () => {
    const { compile } = createCompiler(schema, access);
    const code = (code: string) => expect.objectContaining({ code });
    expect(() => compile("{", undefined)).toThrow(code("GRAPHQL_PARSE_FAILED"));
    expect(() => compile("{ nothing }", undefined)).toThrow(code("GRAPHQL_VALIDATION_FAILED"));
    expect(() => compile('{ thing(id: "x") { rowId } }', undefined)).toThrow(code("GRAPHQL_VALIDATION_FAILED"));
    expect(() => compile("query a { things { rowId } } query b { things { rowId } }", undefined)).toThrow(code("OPERATION_NOT_FOUND"));
    expect(() => compile("query a { things { rowId } }", "b")).toThrow(code("OPERATION_NOT_FOUND"));
  });
  it("compiles a document at its second sight and keeps it, but not so many large ones that they take the memory of all", () => {
    const { compile } = createCompiler(schema, access);
    const text = "{ things { rowId } }";
    const first = compile(text, undefined);
    const second = compile(text, undefined);
    expect(second).not.toBe(first);
    expect(compile(text, undefined)).toBe(second);
    const large = (index: number) => `{ a${index}: things { rowId } }${" ".repeat(120_000)}`;
    for (let index = 0; index < 3; index++) for (const _sight of [1, 2]) compile(large(index), undefined);
    expect(compile(text, undefined)).not.toBe(second);
  });
  it("keeps nothing of 2,000 documents that come once, and 500 of those that come twice", () => {
    const compiler = createCompiler(schema, access);
    const text = (index: number) => `{ a${index}: things { rowId } }`;
    for (let index = 0; index < 2_000; index++) compiler.compile(text(index), undefined);
    expect(compiler.kept).toBe(0);
    for (let index = 0; index < 600; index++) compiler.compile(text(index), undefined);
    expect(compiler.kept).toBe(500);
  });
  it("takes no variable that is not given from what every object has", async () => {
    const query = "query ($toString: Int, $valueOf: [Color!]) { echo(first: $toString, colors: $valueOf) }";
    const { data } = await createCompiler(schema, access).compile(query, undefined).execute({}, {});
    expect(JSON.parse(JSON.stringify(data))).toEqual({ echo: { given: { first: 50, colors: ["green"] } } });
  });
});
