import { type FieldNode, Kind, type ValueNode } from "graphql";
import type { Catalog } from "./api-schema.js";
import type { FieldShape, ObjectShape, ValueShape } from "./project/shape.js";
import type { Variables } from "./variables.js";

type Cost = (variables: Variables) => number;
const unpagedItems = 10;
const connectionLists = new Set(["nodes", "edges"]);

/**
 * Compiles the function that computes an operation's maximum cost:
 *
 *     cost(operation)  = Σ root fields: @access cost + cost(field)
 *     cost(leaf field) = 0, even in a list
 *     cost(object)     = 1 + Σ cost(its fields);  for an abstract type: the maximum of its member types
 *     cost(list)       = size × cost(item)
 *     size             = `last`, or else `first`, or else 10; `nodes` and `edges` use the arguments of the parent field
 *
 * `first` is the given value or the argument's default, capped at `@constraint(maximum:)`. A value that is not a number counts
 * as the maximum. Introspection is free. Fields that GraphQL merges into one field count once.
 */
export function compileCost(root: ObjectShape, catalog: Catalog): Cost {
  const costs = root.types.flatMap((type) =>
    (root.fields(type) ?? [])
      .filter((field) => field.definition)
      .map((field) => ({ own: catalog.access(type, field.name)?.cost ?? 0, inner: fieldCost(field, undefined, catalog) })),
  );
  return (variables) => costs.reduce((sum, { own, inner }) => sum + own + inner(variables), 0);
}

function fieldCost(field: FieldShape, around: Cost | undefined, catalog: Catalog): Cost {
  if (!field.definition) return () => 0;
  const first = firstOf(field, catalog);
  const size = first ?? (connectionLists.has(field.name) ? around : undefined);
  return valueCost(field.value, size, first, catalog);
}

/**
 * Returns the function that computes the cost of a field's value. `size` computes the length of a list. `inside` computes the length of
 * `nodes` and `edges`.
 */
function valueCost(value: ValueShape, size: Cost | undefined, inside: Cost | undefined, catalog: Catalog): Cost {
  switch (value.kind) {
    case "leaf":
      return () => 0;
    case "nonNull":
      return valueCost(value.of, size, inside, catalog);
    case "list": {
      const item = valueCost(value.of, undefined, inside, catalog);
      return (variables) => {
        const each = item(variables);
        return each === 0 ? 0 : each * (size ? size(variables) : unpagedItems);
      };
    }
    case "object": {
      const members = value.object.types.map((type) => (value.object.fields(type) ?? []).map((field) => fieldCost(field, inside, catalog)));
      return (variables) => 1 + Math.max(0, ...members.map((fields) => fields.reduce((sum, cost) => sum + cost(variables), 0)));
    }
  }
}

function firstOf(field: FieldShape, catalog: Catalog): Cost | undefined {
  const argument = field.definition?.args.find(({ name }) => name === "first");
  if (!argument) return undefined;
  const maximum = catalog.bounds(field.parent, field.name, "first")?.maximum ?? Number.MAX_SAFE_INTEGER;
  const absent = typeof argument.defaultValue === "number" ? argument.defaultValue : Math.min(maximum, unpagedItems);
  const nodes = [givenValue(field.nodes[0], "last"), givenValue(field.nodes[0], "first")];
  const givenNumber = (node: ValueNode | undefined, variables: Variables) =>
    node?.kind === Kind.VARIABLE ? variables[node.name.value] : node?.kind === Kind.INT ? Number(node.value) : undefined;
  return (variables) => {
    const given = nodes.map((node) => givenNumber(node, variables)).find((value) => value !== undefined && value !== null);
    const first = given === undefined ? absent : Number(given);
    return Math.min(Math.max(Number.isFinite(first) ? first : maximum, 0), maximum);
  };
}

function givenValue(node: FieldNode | undefined, name: string): ValueNode | undefined {
  return node?.arguments?.find((argument) => argument.name.value === name)?.value;
}
