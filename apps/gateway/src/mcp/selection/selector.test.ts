import { buildSchema, type GraphQLObjectType, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { selectionOf, selectorOf } from "./selector.js";

const schema = buildSchema(`
  type Query { code: Code }
  type Code { rowId: ID! code: String! partner: Partner placements: [Placement!]! orders: OrderPage secret(key: String!): String report: Report }
  type Partner { rowId: ID! name: String! best: Code }
  type Placement { rowId: ID! connection: Connection! }
  type Connection { rowId: ID! name: String! }
  type OrderPage { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Report { sum: Sum }
  type Sum { total: String }
  type Order { rowId: ID! total: String }
`);
const code = schema.getType("Code") as GraphQLObjectType;
const records = { isEntity: (name: string) => name === "Partner", listFields: {} };
const select = (fields: unknown) => selectionOf(code, fields, "{ rowId code }", records);

describe("selectionOf", () => {
  it.each([
    ["code", "{ code }"],
    [" code ,rowId", "{ code rowId }"],
    ["*", "{ rowId code }"],
    ["*, partner.name", "{ rowId code partner { name } }"],
    ["partner", "{ partner { rowId name } }"],
    ["partner.name, partner.best.code", "{ partner { name best { code } } }"],
    ["partner.*, partner.best.rowId", "{ partner { rowId name best { rowId } } }"],
    ["placements.connection.name, code", "{ placements { connection { name } } code }"],
    ["orders.total", "{ orders { nodes { total } pageInfo { hasNextPage endCursor } } }"],
    ["code, code", "{ code }"],
    ["partner, partner.best.code", "{ partner { rowId name best { code } } }"],
    ["partner.best.code, partner", "{ partner { best { code } rowId name } }"],
    ["orders.nodes", "{ orders { nodes { rowId total } pageInfo { hasNextPage endCursor } } }"],
    ["report.*", "{ report { sum { total } } }"],
  ])("reads %j", (fields, selection) => {
    expect(select(fields)).toBe(selection);
  });
  it.each([
    ["", "has the invalid path"],
    ["code,", "has the invalid path"],
    ["code; drop", "has the invalid path"],
    ["partner..name", "has the invalid path"],
    ["{code}", "has the invalid path"],
    ["nothing", 'has the unknown path "nothing"; Code has the fields rowId, code, partner'],
    ["partner.nothing", 'has the unknown path "partner.nothing"; Partner has the fields rowId, name, best'],
    ["code.text", 'has the path "code.text", but code has no fields'],
    ["secret", 'has the unknown path "secret"'],
    ["__typename", "has the invalid path"],
    [["code"], "must be a string of at most 8000 characters with comma-separated paths"],
    [7, "must be a string of at most 8000 characters with comma-separated paths"],
    ["x".repeat(8_001), "must be a string of at most 8000 characters with comma-separated paths"],
    [Array(201).fill("code").join(), "has 201 paths; at most 200"],
  ])("refuses %j", (fields, words) => {
    expect(() => select(fields)).toThrow(words);
  });
  it("names no field that cannot be asked for", () => {
    expect(() => select("nothing")).not.toThrow("secret");
  });
  it("takes paths into a page's records with and without the name of their list", () => {
    const ofPage = (fields: string) => selectionOf(code, fields, "{ rowId code }", records, true);
    expect(ofPage("nodes.code, nodes.partner.name")).toBe(ofPage("code, partner.name"));
    expect(ofPage("partner.rowId, nodes.partner.name")).toBe(ofPage("partner.rowId, partner.name"));
    expect(ofPage("nodes, nodes.partner.name")).toBe("{ rowId code partner { name } }");
  });
});

const abstractTypes = buildSchema(`
  interface Named { name: String! }
  type Shop implements Named { name: String!, city: String }
  type Person implements Named { name: String!, age: Int, friends: [Person!]! }
  union Found = Shop | Person
  type Query { named: Named, found: [Found!]! }
`);

it.each(["named", "found"])("selects records of several types, as returned by %s, with type and values", (name) => {
  const field = abstractTypes.getQueryType()?.getFields()[name];
  const selection = field && selectorOf("Query", field, records, abstractTypes)?.(undefined);
  expect(selection).toBe("{ __typename ... on Shop { name city } ... on Person { name age } }");
  expect(validate(abstractTypes, parse(`{ ${name} ${selection} }`))).toEqual([]);
});
