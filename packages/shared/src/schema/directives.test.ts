import { buildASTSchema, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { readAccess, readConstraints } from "./directives.js";
import { BoundsSchemas } from "./json-schema.js";

const document = parse(`
  directive @access(level: Level!, cost: Int = 1, effects: [Effect!]) on FIELD_DEFINITION | OBJECT
  directive @constraint(minLength: Int, maxLength: Int, pattern: String, minimum: Float, maximum: Float, minItems: Int, maxItems: Int, format: String, nullable: Boolean, schema: offergraph__JsonSchema) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | INPUT_OBJECT | SCALAR
  enum Level { READ WRITE ADMIN }
  enum Effect { DESTRUCTIVE IDEMPOTENT EXTERNAL }
  scalar offergraph__JsonSchema
  scalar UUID @constraint(format: "uuid")
  type Thing @access(level: ADMIN) { id: UUID }
  input Free { and: [Free!], text: String }
  input Tree { "The name." name: String @constraint(maxLength: 5), children: [Tree!] @constraint(maxItems: 2), free: Free }
  type Query {
    list(codes: [String!]! @constraint(minItems: 1, maxItems: 10, maxLength: 3), share: Float @constraint(minimum: 0.5, maximum: 1), tree: Tree): Thing @access(level: READ)
    free(filter: Free, id: UUID): Thing @access(level: READ, cost: 10)
  }
  extend type Query { more: Thing @access(level: WRITE) }
  input Described @constraint(nullable: true, schema: { anyOf: [{ required: ["text"] }, { required: ["json"], properties: { json: true } }] }) {
    text: String @constraint(maxLength: 5, nullable: false, schema: { not: { const: "x" } })
    json: Free @constraint(schema: "{\\"patternProperties\\":{\\"^a$\\":{\\"$ref\\":\\"#/$defs/UUID\\"}}}")
  }
  input OnlyDescribed @constraint(schema: { minProperties: 1 }) { text: String @constraint(nullable: false) }
  type Mutation {
    open: Thing
    all(described: Described): Thing @access(level: WRITE, effects: [DESTRUCTIVE, EXTERNAL])
    one(described: OnlyDescribed): Thing @access(level: WRITE, effects: IDEMPOTENT)
    none: Thing @access(level: WRITE, effects: [])
  }
`);

describe("readAccess", () => {
  it("reads root fields, entity types and extensions, with the cost's default", () => {
    expect([...readAccess(document)]).toEqual([
      ["Thing", { level: "ADMIN", cost: 1 }],
      ["Query.list", { level: "READ", cost: 1 }],
      ["Query.free", { level: "READ", cost: 10 }],
      ["Query.more", { level: "WRITE", cost: 1 }],
      ["Mutation.all", { level: "WRITE", cost: 1, effects: ["DESTRUCTIVE", "EXTERNAL"] }],
      ["Mutation.one", { level: "WRITE", cost: 1, effects: ["IDEMPOTENT"] }],
      ["Mutation.none", { level: "WRITE", cost: 1, effects: [] }],
    ]);
  });
});

describe("readConstraints", () => {
  it("reads scalars, input types, their fields and arguments by their coordinates", () => {
    expect([...readConstraints(document)]).toEqual([
      ["UUID", { format: "uuid" }],
      ["Tree.name", { maxLength: 5 }],
      ["Tree.children", { maxItems: 2 }],
      ["Query.list(codes:)", { minItems: 1, maxItems: 10, maxLength: 3 }],
      ["Query.list(share:)", { minimum: 0.5, maximum: 1 }],
      ["Described", { nullable: true, schema: { anyOf: [{ required: ["text"] }, { required: ["json"], properties: { json: true } }] } }],
      ["Described.text", { maxLength: 5, nullable: false, schema: { not: { const: "x" } } }],
      ["Described.json", { schema: { patternProperties: { "^a$": { $ref: "#/$defs/UUID" } } } }],
      ["OnlyDescribed", { schema: { minProperties: 1 } }],
      ["OnlyDescribed.text", { nullable: false }],
    ]);
  });
  it("rejects a schema that is not JSON", () => {
    expect(() => readConstraints(parse('scalar Odd @constraint(schema: "{")'))).toThrow(SyntaxError);
  });
});

describe("BoundsSchemas", () => {
  const schema = buildASTSchema(document);
  const fields = { ...schema.getMutationType()?.getFields(), ...schema.getQueryType()?.getFields() };
  const schemaOf = (field: string, type = "Query") =>
    new BoundsSchemas(readConstraints(document)).ofArguments(`${type}.${field}`, fields[field]?.args ?? []);
  it("applies list bounds to the list and all others to its items, and supports recursive types", () => {
    expect(schemaOf("list")).toMatchObject({
      properties: {
        codes: { minItems: 1, maxItems: 10, items: { maxLength: 3 } },
        share: { minimum: 0.5, maximum: 1 },
        tree: { $ref: "#/definitions/Tree" },
      },
      definitions: {
        Tree: {
          properties: {
            name: { maxLength: 5, description: "The name." },
            children: { maxItems: 2, items: { $ref: "#/definitions/Tree" } },
          },
        },
      },
    });
  });
  it("is undefined without bounds", () => {
    expect(schemaOf("free")).toBeUndefined();
  });
  it("omits arguments that only describe the input", () => {
    expect(schemaOf("all", "Mutation")).toEqual({
      properties: { described: { $ref: "#/definitions/Described" } },
      definitions: { Described: { properties: { text: { maxLength: 5, description: "" } } } },
    });
    expect(schemaOf("one", "Mutation")).toBeUndefined();
  });
});
