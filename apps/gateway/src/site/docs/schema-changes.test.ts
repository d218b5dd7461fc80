import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { deprecationProblems, schemaChanges } from "./schema-changes.js";

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

it("finds deprecated parts of the schema without dates, and parts that the list of changes does not contain", () => {
  const schema = buildSchema(`
    type Query {
      dated: Int @deprecated(reason: "Use listed. (since 2026-12-01, until 2027-06-30)")
      listed(old: Int @deprecated(reason: "Omit. (since 2026-12-01, until 2027-06-30)")): Int @deprecated(reason: "Gone.")
    }`);
  expect(deprecationProblems(schema, [{ deprecated: ["Query.listed"] }, { deprecated: ["Query.listed(old:)"] }])).toEqual([
    expect.stringMatching(/^Query\.dated is deprecated, but not in schema-history\.json/),
    expect.stringMatching(/^The deprecation reason of Query\.listed has no valid dates/),
  ]);
  expect(deprecationProblems(before, [])).toEqual([]);
});
