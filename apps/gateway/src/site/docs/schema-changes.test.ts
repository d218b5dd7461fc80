import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { schemaChanges } from "./schema-changes.js";

const before = buildSchema(`
  type Query { list(first: Int): [Thing] thing: Thing }
  type Thing { id: ID! old: Int }
  enum Color { RED GREEN }
  input Gone { a: Int }
`);
const after = buildSchema(`
  type Query { list(first: Int, after: String): [Thing] thing: Thing added(word: String): New }
  type New { a: Int b: Int }
  type Thing { id: ID! old: Int @deprecated(reason: "Use id.") }
  enum Color { RED BLUE }
`);

it("lists what was added, removed and deprecated, without the members of new and removed parts", () => {
  expect(schemaChanges(before, after)).toEqual({
    added: ["Color.BLUE", "New", "Query.added", "Query.list(after:)"],
    removed: ["Color.GREEN", "Gone"],
    deprecated: ["Thing.old"],
  });
  expect(schemaChanges(after, after)).toEqual({ added: [], removed: [], deprecated: [] });
});
