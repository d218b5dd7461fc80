import { type Bounds, readConstraints } from "@offergraph/shared/schema/directives";
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
} from "graphql";
import { describe, expect, it } from "vitest";
import { realTools } from "../testing/real-tools.js";

const { engine, tools } = realTools();
const constraints = readConstraints(parse(engine.supergraphSdl));
const keywords = ["minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems"] as const;

/** Collects names, bounds, defaults and enum values from an operation's arguments and the input fields nested in them. */
function reached(args: readonly GraphQLArgument[], coordinate: (name: string) => string) {
  const found = { bounds: new Map<string, Bounds>(), names: new Set<string>(), values: new Set<string>(), defaults: [] as unknown[] };
  const seen = new Set<string>();
  const walk = (fields: readonly (GraphQLArgument | GraphQLInputField)[], at: (name: string) => string) => {
    for (const { name, type, defaultValue } of fields) {
      found.names.add(name);
      const own = constraints.get(at(name));
      if (own) found.bounds.set(at(name), own);
      if (defaultValue !== undefined) found.defaults.push(defaultValue);
      visit(getNamedType(type));
    }
  };
  const visit = (type: GraphQLNamedInputType) => {
    if (seen.has(type.name)) return;
    seen.add(type.name);
    if (isEnumType(type)) for (const { name } of type.getValues()) found.values.add(name);
    if (isInputObjectType(type)) walk(Object.values(type.getFields()), (name) => `${type.name}.${name}`);
  };
  walk(args, coordinate);
  return found;
}

describe.each([...tools.all.values()].map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const root = tool.type === "query" ? engine.apiSchema.getQueryType() : engine.apiSchema.getMutationType();
  const { bounds, names, values, defaults } = reached(root?.getFields()[name]?.args ?? [], (one) => `${root?.name}.${name}(${one}:)`);

  it.each(["compact", "plain"] as const)("has every bound, name, enum value and default in its %s schema", (encoding) => {
    const text = JSON.stringify(tool.definition(encoding).inputSchema);
    for (const [coordinate, given] of bounds)
      for (const keyword of keywords)
        if (given[keyword] !== undefined && !(given.schema && keyword in given.schema))
          expect(text, coordinate).toContain(`"${keyword}":${JSON.stringify(given[keyword])}`);
    const patterns = [...text.matchAll(/"((?:\\.|[^"\\])*)":/g)].map(([, key = ""]) => key).filter((key) => key.startsWith("^"));
    const isNamed = (one: string) =>
      text.includes(`"${one}"`) || patterns.some((pattern) => new RegExp(JSON.parse(`"${pattern}"`)).test(one));
    expect([...names].filter((one) => !isNamed(one))).toEqual([]);
    const orders = [...text.matchAll(/"pattern":("(?:\\.|[^"\\])*")/g)].map(([, pattern = '""']) => new RegExp(JSON.parse(pattern), "u"));
    expect([...values].filter((one) => !text.includes(`"${one}"`) && !orders.some((order) => order.test(one)))).toEqual([]);
    for (const value of defaults) expect(text).toContain(`"default":${JSON.stringify(value)}`);
  });
});

it("finds bounds to look for", () => {
  expect([...constraints.values()].filter((given) => keywords.some((keyword) => given[keyword] !== undefined)).length).toBeGreaterThan(60);
});
