import { buildSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import { expect, it } from "vitest";
import { compileVariables } from "./variables.js";

const schema = buildSchema(
  "scalar JSON type Query { found(filter: Filter, all: [[Int]], json: JSON): Int } input Filter { or: [Filter!], id: Int, json: JSON }",
);

function outcome(declared: string, variables: Record<string, unknown>, maximum = 10) {
  const document = parse(`query (${declared}) { found }`);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
  try {
    return { ...compileVariables(operation, schema, maximum)(variables) };
  } catch (error) {
    return error;
  }
}

it("list items and input fields of all variables are counted together, before anything is coerced", () => {
  const declared = "$one: Filter, $two: [[Int]]";
  const filter = { or: [{ id: 1 }, {}] };
  expect(outcome(declared, { one: filter, two: [[1, 2], [3]] }, 9)).toEqual({ one: filter, two: [[1, 2], [3]] });
  expect(outcome(declared, { one: filter, two: [[1, 2], [3]] }, 8)).toMatchObject({
    code: "INPUT_LIMIT",
    message: "The variables contain 9 list items and input fields in total; the limit is 8.",
    details: { limit: 8, value: 9 },
  });
  expect(outcome("$one: Filter!", { one: { or: Array.from({ length: 60_000 }, () => ({})) } }, 10_000)).toMatchObject({
    code: "INPUT_LIMIT",
    details: { value: 60_001 },
  });
});

it("what is wrong counts as well, what JSON scalars hold does not, and undeclared variables are not looked at", () => {
  const wrong = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x${index}`, {}]));
  expect(outcome("$one: Filter", { one: wrong })).toMatchObject({ code: "INPUT_LIMIT", details: { value: 11 } });
  const json = Array.from({ length: 100 }, () => ({ a: 1 }));
  expect(outcome("$json: JSON, $one: Filter", { json, one: { json }, other: json })).toEqual({ json, one: { json } });
});

it("a value that nests without end is refused for that", () => {
  let deep: unknown = {};
  for (let level = 0; level < 100_000; level++) deep = { or: [deep] };
  expect(outcome("$one: Filter", { one: deep }, 10_000)).toMatchObject({
    code: "BAD_USER_INPUT",
    message: expect.stringContaining("nested deeper"),
  });
});
