import { readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { composeSupergraph } from "./compose.js";

const header = (version: string) => `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective"])
    @link(url: "https://specs.offergraph.dev/offergraph/v${version}", import: ["@access", "@constraint"])
    @composeDirective(name: "@access")
    @composeDirective(name: "@constraint")
  scalar UUID @constraint(format: "uuid")
  enum offergraph__AccessLevel { READ WRITE ADMIN }`;
const older = `${header("1.0")}
  directive @access(level: offergraph__AccessLevel!, cost: Int = 1) on FIELD_DEFINITION | OBJECT
  directive @constraint(maxLength: Int, format: String) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | SCALAR
  type Thing @key(fields: "id") @access(level: READ) { id: UUID! }
  type Query { thing(text: String @constraint(maxLength: 5)): Thing @access(level: READ, cost: 3) }`;
const newer = `${header("1.1")}
  directive @access(level: offergraph__AccessLevel!, cost: Int = 1, effects: [offergraph__Effect!]) on FIELD_DEFINITION | OBJECT
  directive @constraint(maxLength: Int, format: String, nullable: Boolean, schema: offergraph__JsonSchema) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | INPUT_OBJECT | SCALAR
  enum offergraph__Effect { DESTRUCTIVE IDEMPOTENT EXTERNAL }
  scalar offergraph__JsonSchema
  type Thing @key(fields: "id") @access(level: READ) { id: UUID!, name: String }
  type Mutation { make(input: MakeInput!): Thing @access(level: WRITE, effects: [EXTERNAL]) }
  input MakeInput @constraint(schema: { minProperties: 1 }) { text: String @constraint(nullable: false) }`;
const none = "type Query { open: Int }";

function compose(...sdls: string[]) {
  const composition = composeSupergraph(sdls.map((sdl, index) => ({ name: `s${index}`, sdl })));
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  expect(composition.hints.filter(({ code }) => code.startsWith("INCONSISTENT_"))).toEqual([]);
  return parse(composition.supergraphSdl);
}

describe("subgraphs of different minor versions of the spec", () => {
  it.each([
    ["the older first", [older, newer, none]],
    ["the newer first", [none, newer, older]],
  ])("compose, each with all that it says: %s", (_order, sdls) => {
    const document = compose(...sdls);
    expect(readAccess(document)).toEqual(
      new Map([
        ["Thing", { level: "READ", cost: 1 }],
        ["Query.thing", { level: "READ", cost: 3 }],
        ["Mutation.make", { level: "WRITE", cost: 1, effects: ["EXTERNAL"] }],
      ]),
    );
    expect(readConstraints(document)).toEqual(
      new Map<string, object>([
        ["UUID", { format: "uuid" }],
        ["Query.thing(text:)", { maxLength: 5 }],
        ["MakeInput", { schema: { minProperties: 1 } }],
        ["MakeInput.text", { nullable: false }],
      ]),
    );
  });
  it("leaves those alone that link no version of it", () => {
    expect(readAccess(compose(none, none.replace("open", "more")))).toEqual(new Map());
  });
});

describe("@requires", () => {
  const stock = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
    type Item @key(fields: "id") { id: ID!, weight(unit: String): Int, size: Size }
    type Size @shareable { width(unit: String): Int, depth: Int }
    type Query { item: Item }`;
  const shipping = (fields: string) => `extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", { name: "@requires", as: "@needs" }, "@external", "@shareable"])
    type Item @key(fields: "id") {
      id: ID!
      weight(unit: String): Int @external
      size: Size @external
      price: Int @needs(fields: "${fields}")
    }
    type Size @shareable { width(unit: String): Int, depth: Int }`;
  const subgraphs = (fields: string) => [
    { name: "stock", sdl: stock },
    { name: "shipping", sdl: shipping(fields) },
  ];

  it.each(['weight(unit: \\"kg\\") size { depth }', 'weight size { width(unit: \\"cm\\") depth }'])(
    "is refused with the arguments in %s",
    (fields) => {
      const composition = composeSupergraph(subgraphs(fields));
      expect(composition).toEqual({ errors: [expect.stringMatching(/^\[shipping\] .* field "Item\.price" contains arguments/)] });
    },
  );

  it("is accepted without arguments", () => {
    expect(composeSupergraph(subgraphs("weight size { width depth }"))).toHaveProperty("supergraphSdl");
  });
});
