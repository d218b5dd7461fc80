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
import { isFieldFilter } from "../resources/types.js";
import { realTools } from "../testing/real-tools.js";

const { engine, tools } = realTools();
const constraints = readConstraints(parse(engine.supergraphSdl));
const keywords = ["minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems"] as const;

/** Collects names, bounds, defaults and enum values of an operation's arguments and nested input fields. */
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
    // The schema contains only one or two operators of each filter field. The resource offergraph://filters lists all operators.
    if (isFieldFilter(type)) for (const { type: of } of Object.values(type.getFields())) visitEnum(getNamedType(of));
    else if (isInputObjectType(type)) walk(Object.values(type.getFields()), (name) => `${type.name}.${name}`);
  };
  const visitEnum = (type: GraphQLNamedInputType) => {
    if (isEnumType(type)) visit(type);
  };
  walk(args, coordinate);
  return found;
}

describe.each([...tools.all.values()].map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const root = tool.type === "query" ? engine.apiSchema.getQueryType() : engine.apiSchema.getMutationType();
  const { bounds, names, values, defaults } = reached(root?.getFields()[name]?.args ?? [], (one) => `${root?.name}.${name}(${one}:)`);

  it("has every bound, name, enum value and default in its full schema", () => {
    const text = JSON.stringify(tool.definition("full").inputSchema);
    for (const [coordinate, given] of bounds)
      for (const keyword of keywords)
        if (given[keyword] !== undefined && !(given.schema && keyword in given.schema))
          expect(text, coordinate).toContain(`"${keyword}":${JSON.stringify(given[keyword])}`);
    expect([...names].filter((one) => !text.includes(`"${one}":`))).toEqual([]);
    expect([...values].filter((one) => !text.includes(`"${one}"`))).toEqual([]);
    for (const value of defaults) expect(text).toContain(`"default":${JSON.stringify(value)}`);
  });
});

it("finds bounds to look for", () => {
  expect([...constraints.values()].filter((given) => keywords.some((keyword) => given[keyword] !== undefined)).length).toBeGreaterThan(60);
});
