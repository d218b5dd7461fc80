import { parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { realTools } from "../testing/real-tools.js";

const { engine, tools } = realTools();
const highestCost = 50_000;

describe.each([...tools.all.values()].map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  it.each([undefined, "*"])("is called by a document that the schema knows and the limits let pass (fields %j)", (fields) => {
    const document = tool.document(tool.extras.includes("fields") ? fields : undefined);
    expect(validate(engine.apiSchema, parse(document))).toEqual([]);
    const prepared = engine.prepare(document, undefined);
    expect(prepared.rootFields.map((field) => field.name)).toEqual([name]);
    expect(prepared.cost(tool.arguments.includes("first") ? { first: 1000 } : {})).toBeLessThanOrEqual(highestCost);
  });
});

it("selects pages with their cursor, and the total if it can be requested", () => {
  const document = tools.all.get("list_discount_codes")?.document(undefined) ?? "";
  expect(document).toMatch(/\{ nodes \{.*\} pageInfo \{ hasNextPage endCursor \} totalCount \} \}$/);
  expect(tools.all.get("list_orders")?.document(undefined)).not.toContain("totalCount");
});

it("asks every mutation for its userErrors", () => {
  const without = [...tools.all.values()].filter(
    (tool) => tool.type === "mutation" && !tool.document(undefined).includes("userErrors { field message code }"),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
