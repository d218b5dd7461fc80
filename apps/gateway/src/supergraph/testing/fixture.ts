import { readFileSync } from "node:fs";

const shared = readFileSync(new URL("../../../../../packages/shared/graphql/offergraph.graphql", import.meta.url), "utf8");
const head = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external", "@requires", "@provides", "@composeDirective"])
  @link(url: "https://specs.offergraph.dev/offergraph/v1.0", import: ["@access", "@constraint"])
  @composeDirective(name: "@access")
  @composeDirective(name: "@constraint")
${shared}`;

/** SDLs of three subgraphs with shared entities, @requires, @provides, interfaces, unions and lists of lists. */
export const fixtureSdl: Record<string, string> = {
  catalog: `${head}
    type Query {
      shelf(first: Int = 3 @constraint(minimum: 0, maximum: 10), filter: ItemFilter): ItemConnection @access(level: READ, cost: 2)
      item(id: UUID!): Item @access(level: READ)
      things(first: Int = 4): [Thing] @access(level: READ)
      found: [Found!] @access(level: READ)
      secret: Secret
      refs(ref: Ref, day: Date, refs: [Ref!]): String @access(level: READ)
    }
    type Secret { hidden: String, item: Item }
    type Mutation {
      make(input: MakeInput!): MakePayload @access(level: WRITE, cost: 10)
      touch(id: UUID!): Item @access(level: ADMIN)
    }
    input ItemFilter { color: Color = RED, ids: [UUID!], not: ItemFilter, since: Datetime }
    input MakeInput { title: String!, color: Color = BLUE, size: Int = 3, format: ExportFormat }
    type MakePayload { item: Item, userErrors: [UserError!]! }
    enum Color { RED GREEN BLUE }
    interface Thing { id: UUID!, label: String }
    type ItemConnection { nodes: [Item!]!, edges: [ItemEdge!]!, pageInfo: PageInfo!, totalCount: Int }
    type ItemEdge { cursor: Cursor!, node: Item! }
    type Item implements Thing @key(fields: "id") @access(level: READ) {
      id: UUID!
      label: String @shareable
      title(upper: Boolean = false): String!
      size: Int
      color: Color
      colors: [Color!]
      owner: Person
      grid: [[Int]]
      parts: [Part!]!
      cells: [[Part!]]
      weight: Float
      price: BigFloat
      meta: JSONObject
      related: [Item]
    }
    type Part { name: String!, item: Item, part: Part }
    type Box implements Thing @key(fields: "id") { id: UUID!, label: String, size: Float, content: [Thing!], lid: Part! }
    type Person @key(fields: "id") { id: UUID! }
    union Found = Item | Box | Person`,
  people: `${head}
    type Query {
      person(id: UUID!): Person @access(level: READ)
      people(first: Int = 2): [Person!]! @access(level: READ)
    }
    type Mutation { greet(id: UUID!): Person @access(level: WRITE) }
    type Person @key(fields: "id") { id: UUID!, name: String!, nick: String, age: Int, friends(first: Int = 2): [Person!], favorite: Item, best: Review }
    type Item @key(fields: "id") { id: UUID!, reviews(first: Int = 2): [Review!]!, rating: Float }
    type Review { text: String!, author: Person!, stars: Int, item: Item }`,
  stock: `${head}
    type Query { hot: [Item!] @provides(fields: "label") @access(level: READ) }
    type Item @key(fields: "id") {
      id: UUID!
      label: String @external
      size: Int @external
      weight: Float @external
      shipping(fast: Boolean): String @requires(fields: "size weight")
      count: Int!
    }
    type Person @key(fields: "id") { id: UUID!, address: Address, parcels: [Item] }
    type Address { street: String!, city: String }`,
};

export const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
