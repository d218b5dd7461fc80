import type { SubgraphSdl } from "../deployed.js";

const header = `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective"])
    @link(url: "https://specs.offergraph.dev/offergraph/v1.0", import: ["@access", "@constraint"])
    @composeDirective(name: "@access")
    @composeDirective(name: "@constraint")
  enum offergraph__AccessLevel { READ WRITE ADMIN }
  enum offergraph__Effect { DESTRUCTIVE IDEMPOTENT EXTERNAL }
  scalar offergraph__JsonSchema
  directive @access(level: offergraph__AccessLevel!, cost: Int = 1, effects: [offergraph__Effect!]) on FIELD_DEFINITION | OBJECT
  directive @constraint(
    minLength: Int, maxLength: Int, pattern: String, minimum: Float, maximum: Float, minItems: Int, maxItems: Int, format: String
    nullable: Boolean, schema: offergraph__JsonSchema
  ) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | INPUT_OBJECT | SCALAR`;
/** Two small subgraphs that share the types Code and Page. */
export const codes: SubgraphSdl = {
  name: "codes",
  sdl: `${header}
  type Query { code(id: ID!, text: String @constraint(maxLength: 20), color: Color): Code @access(level: READ) }
  type Mutation { create_code(input: MakeInput!): Code @access(level: WRITE) }
  input MakeInput { title: String! @constraint(maxLength: 50), note: String, size: Int }
  interface Named { title: String }
  type Code implements Named @key(fields: "id") { id: ID!, title: String, old: Int, page: Page }
  type Page @shareable { total: Int, next: String }
  enum Color { RED GREEN }`,
};
export const forms: SubgraphSdl = {
  name: "forms",
  sdl: `${header}
  type Query { form(id: ID!): Form @access(level: READ) }
  type Form @key(fields: "id") { id: ID!, code: Code, pages: Page }
  type Code @key(fields: "id", resolvable: false) { id: ID! }
  type Page @shareable { total: Int, next: String }`,
};
