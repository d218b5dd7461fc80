import { buildSchema, parse, validate } from "graphql";
import { expect, it } from "vitest";
import { selectorOf } from "./selector.js";

const schema = buildSchema(`
  interface Named { name: String! }
  type Shop implements Named { name: String!, city: String }
  type Person implements Named { name: String!, age: Int, friends: [Person!]! }
  union Found = Shop | Person
  type Query { named: Named, found: [Found!]! }
`);

it.each(["named", "found"])("selects records of several types, as returned by %s, with type and values", (name) => {
  const field = schema.getQueryType()?.getFields()[name];
  const selection = field && selectorOf("Query", field, () => false, schema)?.(undefined);
  expect(selection).toBe("{ __typename ... on Shop { name city } ... on Person { name age } }");
  expect(validate(schema, parse(`{ ${name} ${selection} }`))).toEqual([]);
});
