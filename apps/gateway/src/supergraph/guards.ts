import {
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { enforceLimit, type SupergraphLimits } from "./limits.js";
import type { Fragments } from "./selections.js";

interface Measure {
  readonly depth: number;
  readonly fields: number;
}

const nothing: Measure = { depth: 0, fields: 0 };

/** Checks that a valid operation is within the limits, before planning. Returns the number of fields. Throws PublicError above a limit. */
export function limitOperation(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  schema: GraphQLSchema,
  limits: Pick<SupergraphLimits, "depth" | "fields" | "aliases">,
): number {
  const aliases: Aliases = new Map();
  const root = schema.getRootType(operation.operation)?.name ?? "";
  const { depth, fields } = measurer(fragments, schema, aliases)(operation.selectionSet, root);
  enforceLimit("DEPTH_LIMIT", `The operation has ${depth} levels of nesting`, depth, limits.depth);
  enforceLimit("FIELD_LIMIT", `The operation has ${fields} fields`, fields, limits.fields);
  for (const [coordinate, names] of aliases) {
    // Introspection has no cost. The limit on aliases bounds the size of introspection responses.
    const limit = /^__|\.__schema$/.test(coordinate) ? Math.min(1, limits.aliases) : limits.aliases;
    enforceLimit("ALIAS_LIMIT", `The field ${coordinate} has ${names.size} aliases`, names.size, limit);
  }
  return fields;
}

/** Maps each field, for example "Type.field", to the aliases that the operation uses for the field. */
type Aliases = Map<string, Set<string>>;

function measurer(fragments: Fragments, schema: GraphQLSchema, aliases: Aliases) {
  const measured = new Map<string, Measure>();
  const measureSpread = (name: string): Measure => {
    const known = measured.get(name);
    const fragment = fragments.get(name);
    if (known || !fragment) return known ?? nothing;
    const measure = measureSet(fragment.selectionSet, fragment.typeCondition.name.value);
    measured.set(name, measure);
    return measure;
  };
  const measureField = (node: FieldNode, parent: string): Measure => {
    const name = node.name.value;
    if (node.alias) noteAlias(aliases, `${parent}.${name}`, node.alias.value);
    const inner = node.selectionSet ? measureSet(node.selectionSet, typeOf(schema, parent, name)) : nothing;
    return { depth: isIntrospection(name) ? 0 : inner.depth + 1, fields: inner.fields + 1 };
  };
  const measureSet = (set: SelectionSetNode, parent: string): Measure => {
    let [depth, fields] = [0, 0];
    for (const node of set.selections) {
      let measure: Measure;
      if (node.kind === Kind.FIELD) measure = measureField(node, parent);
      else if (node.kind === Kind.FRAGMENT_SPREAD) measure = measureSpread(node.name.value);
      else measure = measureSet(node.selectionSet, node.typeCondition?.name.value ?? parent);
      depth = Math.max(depth, measure.depth);
      fields += measure.fields;
    }
    return { depth, fields };
  };
  return measureSet;
}

function noteAlias(aliases: Aliases, coordinate: string, alias: string): void {
  const names = aliases.get(coordinate);
  if (names) names.add(alias);
  else aliases.set(coordinate, new Set([alias]));
}

function typeOf(schema: GraphQLSchema, parent: string, field: string): string {
  if (field === "__schema") return "__Schema";
  if (field === "__type") return "__Type";
  const type = schema.getType(parent);
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field] : undefined;
  const named = definition && getNamedType(definition.type);
  return isCompositeType(named) ? named.name : "";
}

export function isIntrospection(name: string): boolean {
  return name === "__schema" || name === "__type";
}
