import { readConstraints } from "@offergraph/shared/schema/directives";
import { isInputObjectType, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { inputSchema } from "../mcp/schema/input.js";
import { allManifests, appSubgraphs, engineOf } from "../mcp/testing/context.js";
import { strictAjv } from "../mcp/testing/real-tools.js";
import { toolsOf } from "../mcp/tool.js";
import { apiDocOf, type OperationDoc } from "./operations.js";

const subgraphs = appSubgraphs();
const engine = engineOf(subgraphs);
const { operations, inputs, toolsets } = apiDocOf(engine, allManifests);
const constraints = readConstraints(parse(engine.supergraphSdl));
const ajv = strictAjv();
const schemaOf = ({ name, type }: OperationDoc) => {
  const root = type === "query" ? "Query" : "Mutation";
  const field = engine.apiSchema.getRootType(type as never)?.getFields()[name];
  if (!field) throw new Error(`No operation ${name}.`);
  return inputSchema(root, field, { constraints }, "full");
};

describe.each(operations.map((operation) => [operation.name, operation] as const))("%s", (name, operation) => {
  it("has an example that the schema and its bounds accept", () => {
    const { query, variables } = operation.example;
    const document = parse(query);
    expect(validate(engine.apiSchema, document)).toEqual([]);
    expect(document.definitions).toMatchObject([{ selectionSet: { selections: [{ name: { value: name } }] } }]);
    expect(ajv.validate(schemaOf(operation), variables), JSON.stringify([variables, ajv.errors])).toBe(true);
  });
  it("describes itself and each argument", () => {
    expect([operation, ...operation.arguments].filter(({ description }) => description === "")).toEqual([]);
    expect(toolsets).toContain(operation.toolset);
    expect(["READ", "WRITE", "ADMIN"]).toContain(operation.level);
    for (const { type } of operation.arguments)
      expect([...Object.keys(inputs), "Int", "String", "Boolean"]).toContain(type.replace(/[[\]!]/g, ""));
  });
});

it("describes the same operations as the MCP tools", () => {
  expect(operations.map(({ name }) => name)).toEqual([...toolsOf(engine, allManifests).all.keys()]);
});

it("describes bounds and input types with their fields", () => {
  const list = operations.find(({ name }) => name === "list_discount_codes");
  expect(list?.arguments.find(({ name }) => name === "first")).toMatchObject({ type: "Int", isRequired: false, bounds: { maximum: 1000 } });
  expect(inputs.DiscountCodeBody?.fields?.find(({ name }) => name === "code")?.bounds).toMatchObject({ minLength: 1, maxLength: 255 });
  expect(inputs.DiscountCodeStatus?.values?.map(({ name }) => name)).toContain("ACTIVE");
});

it("contains an operation that a service adds, without another change", () => {
  const more = `extend type Query { "Counts the stars." count_stars("The name of the sky." sky: String! @constraint(minLength: 3)): Int @access(level: READ, cost: 7) }`;
  const changed = subgraphs.map((one) => (one.name === "orders" ? { ...one, sdl: `${one.sdl}\n${more}` } : one));
  const added = apiDocOf(engineOf(changed), { ...allManifests }).operations.find(({ name }) => name === "count_stars");
  expect(added).toMatchObject({
    service: "orders",
    toolset: "orders",
    level: "READ",
    cost: 7,
    returns: "Int",
    description: "Counts the stars.",
  });
  expect(added?.example).toEqual({
    query: "query CountStars($sky: String!) {\n  count_stars(sky: $sky)\n}",
    variables: { sky: "Example" },
  });
});

it("uses every sample of the manifests", () => {
  const names = new Set<string>();
  for (const type of Object.values(engine.apiSchema.getTypeMap()))
    if (isInputObjectType(type))
      for (const field of Object.keys(type.getFields())) names.add(type.name).add(field).add(`${type.name}.${field}`);
  for (const { name, type, arguments: given } of operations)
    for (const argument of given) names.add(argument.name).add(`${type === "query" ? "Query" : "Mutation"}.${name}(${argument.name}:)`);
  const used = Object.entries(allManifests.samples).flatMap(([key, value]) =>
    isInputObjectType(engine.apiSchema.getType(key)) ? Object.keys(value as object).map((field) => `${key}.${field}`) : [key],
  );
  expect(used.filter((key) => !names.has(key))).toEqual([]);
});
