import { expect, it } from "vitest";
import { boundsText } from "../../src/site/docs/markdown.js";
import { effectsText } from "../../src/site/effects-text.js";
import { groupsOf, type OperationDoc, search } from "./api-doc.js";

const operation = (name: string, more: Partial<OperationDoc> = {}): OperationDoc => ({
  ...{ name, type: "query", service: "shop", toolset: "shop", level: "READ", cost: 1, returns: "Int", arguments: [] },
  description: "Lists things.",
  example: { query: "", variables: {} },
  ...more,
});
const names = (found: readonly OperationDoc[]) => found.map(({ name }) => name);

it("finds operations by all words, and first those with the words in their names", () => {
  const all = [
    operation("count_codes", { description: "Counts what list_orders lists." }),
    operation("list_orders"),
    operation("cancel_order", { type: "mutation" }),
  ];
  expect(names(search(all, "list orders"))).toEqual(["list_orders", "count_codes"]);
  expect(names(search(all, " LIST_orders "))).toEqual(["list_orders", "count_codes"]);
  expect(names(search(all, "mutation"))).toEqual(["cancel_order"]);
  expect(names(search(all, ""))).toHaveLength(3);
  expect(search(all, "nothing")).toEqual([]);
});

it("groups operations by toolset", () => {
  const all = [operation("a"), operation("b", { toolset: "more" }), operation("c")];
  expect(groupsOf(all).map(({ name, operations }) => [name, names(operations)])).toEqual([
    ["shop", ["a", "c"]],
    ["more", ["b"]],
  ]);
});

it.each([
  ["Int", { minimum: 0, maximum: 1000 }, "0-1000"],
  ["String!", { minLength: 1, maxLength: 255 }, "1-255 characters"],
  ["[String!]", { maxItems: 5, minLength: 2 }, "at least 2 characters each, at most 5 items"],
  ["String", { pattern: "^a$" }, "matches `^a$`"],
  ["String", { nullable: false }, ""],
])("describes the bounds of %s with %j", (type, bounds, words) => {
  expect(boundsText(bounds, type)).toBe(words);
});

it("describes effects with the texts of the schema", () => {
  const effects = { DESTRUCTIVE: "Removes data.", EXTERNAL: "Calls a store." };
  const textOf = (more: Partial<OperationDoc>) => effectsText(operation("a", more), { effects });
  expect(textOf({})).toBe("Reads only.");
  expect(textOf({ effects: ["EXTERNAL"] })).toBe("`EXTERNAL`: Calls a store.");
  expect(textOf({ type: "mutation" })).toBe("Unknown.");
  expect(textOf({ type: "mutation", effects: [] })).toBe("Only reads or adds data.");
  expect(textOf({ type: "mutation", effects: ["DESTRUCTIVE", "EXTERNAL"] })).toBe(
    "`DESTRUCTIVE`: Removes data. `EXTERNAL`: Calls a store.",
  );
});
