import {
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  print,
  type SelectionSetNode,
} from "graphql";
import { fragmentsOf, operationOf } from "../selections.js";
import { collectFields, type Selections } from "./collect.js";

export type ValueShape =
  | { readonly kind: "nonNull"; readonly of: ValueShape }
  | { readonly kind: "list"; readonly of: ValueShape }
  | { readonly kind: "leaf"; readonly accepts: ((value: unknown) => boolean) | undefined }
  | { readonly kind: "object"; readonly object: ObjectShape };

export interface FieldShape {
  /** Key of the field in the client's response. */
  readonly key: string;
  /** Key of the field in the merged data of the subgraphs. */
  readonly source: string;
  readonly parent: string;
  readonly name: string;
  /** Undefined for `__typename`, `__schema` and `__type`. */
  readonly definition: GraphQLField<unknown, unknown> | undefined;
  readonly nodes: readonly FieldNode[];
  readonly value: ValueShape;
}

/** Selected fields of an object, for each possible type. */
export interface ObjectShape {
  readonly types: readonly string[];
  /** True if the object's declared type is abstract. */
  readonly isAbstract: boolean;
  /** Returns the fields in the order of the response. Returns undefined if the object cannot have the given type. */
  fields(type: string): readonly FieldShape[] | undefined;
  /** Returns the fields of an object whose type is unknown. Returns undefined if the fields depend on the type. */
  commonFields(): readonly FieldShape[] | undefined;
  /** True if `name` is an interface of the supergraph. */
  isInterface(name: string): boolean;
}

/** Returns the fields of an object of the merged data. If the type is unknown, `typename` is undefined or the name of an interface. */
export function fieldsOf(shape: ObjectShape, typename: unknown): readonly FieldShape[] | undefined {
  if (!shape.isAbstract) return shape.types[0] === undefined ? undefined : shape.fields(shape.types[0]);
  if (typename === undefined) return shape.commonFields();
  if (typeof typename !== "string") return undefined;
  return shape.fields(typename) ?? (shape.isInterface(typename) ? shape.commonFields() : undefined);
}

const anything: ValueShape = { kind: "leaf", accepts: undefined };

export function shapeOfDocument(
  document: DocumentNode,
  conditions: Selections["conditions"],
  root: GraphQLObjectType,
  schema: GraphQLSchema,
  original = (name: string) => name,
): ObjectShape {
  return shapeOf({ schema, fragments: fragmentsOf(document), conditions }, root, operationOf(document).selectionSet, original);
}

/** Describes the response of an operation. `original` maps a key of the merged data to the client's key. */
export function shapeOf(
  selections: Selections,
  root: GraphQLObjectType,
  set: SelectionSetNode,
  original: (name: string) => string,
): ObjectShape {
  const fieldShape = (type: GraphQLObjectType | GraphQLInterfaceType, source: string, nodes: FieldNode[]): FieldShape => {
    const name = (nodes[0] as FieldNode).name.value;
    const definition = type.getFields()[name];
    const sets = nodes.flatMap((node) => node.selectionSet ?? []);
    const value = definition ? valueShape(definition.type, sets) : anything;
    return { key: original(source), source, parent: type.name, name, definition, nodes, value };
  };
  const valueShape = (type: GraphQLOutputType, sets: SelectionSetNode[]): ValueShape => {
    if (isNonNullType(type)) return { kind: "nonNull", of: valueShape(type.ofType, sets) };
    if (isListType(type)) return { kind: "list", of: valueShape(type.ofType, sets) };
    if (isLeafType(type)) return { kind: "leaf", accepts: leafCheck(type) };
    const types = isAbstractType(type) ? selections.schema.getPossibleTypes(type) : [type];
    return { kind: "object", object: objectShape(types, isObjectType(type) ? undefined : type, sets) };
  };
  const objectShape = (
    types: readonly GraphQLObjectType[],
    abstract: GraphQLAbstractType | undefined,
    sets: readonly SelectionSetNode[],
  ): ObjectShape => {
    const made = new Map<string, readonly FieldShape[]>();
    let common: { fields: readonly FieldShape[] | undefined } | undefined;
    const findCommon = (): readonly FieldShape[] | undefined => {
      const [first] = types;
      if (!isInterfaceType(abstract) || !first || !haveSameFields(types.map((type) => shape.fields(type.name) ?? []))) return undefined;
      const fields = [...collectFields(selections, first, sets)].map(([source, nodes]) => fieldShape(abstract, source, nodes));
      return fields.every((field) => field.definition) ? fields : undefined;
    };
    const shape: ObjectShape = {
      types: types.map((type) => type.name),
      isAbstract: abstract !== undefined,
      fields(name) {
        const known = made.get(name);
        const type = known ? undefined : types.find((candidate) => candidate.name === name);
        if (!type) return known;
        const fields = [...collectFields(selections, type, sets)].map(([source, nodes]) => fieldShape(type, source, nodes));
        made.set(name, fields);
        return fields;
      },
      commonFields() {
        common ??= { fields: findCommon() };
        return common.fields;
      },
      isInterface: (name) => isInterfaceType(selections.schema.getType(name)),
    };
    return shape;
  };
  return objectShape([root], undefined, [set]);
}

/** True if both lists contain the same fields, arguments and nested fields. */
function haveSameFields(lists: readonly (readonly FieldShape[])[]): boolean {
  const [first = [], ...others] = lists;
  return others.every((fields) => fields.length === first.length && fields.every((field, index) => isSameField(field, first[index])));
}

function isSameField(field: FieldShape, other: FieldShape | undefined): boolean {
  if (field.key !== other?.key || field.name !== other.name || argumentsOf(field) !== argumentsOf(other)) return false;
  const [below, otherBelow] = [objectIn(field.value), objectIn(other.value)];
  const types = new Set([...(below?.types ?? []), ...(otherBelow?.types ?? [])]);
  return [...types].every((type) => haveSameFields([below?.fields(type) ?? [], otherBelow?.fields(type) ?? []]));
}

function argumentsOf({ nodes: [node] }: FieldShape): string {
  return (node?.arguments ?? [])
    .map((argument) => print(argument))
    .sort()
    .join();
}

export function objectIn(value: ValueShape): ObjectShape | undefined {
  if (value.kind === "object") return value.object;
  return value.kind === "leaf" ? undefined : objectIn(value.of);
}

const checks: Record<string, (value: unknown) => boolean> = {
  Int: (value) => typeof value === "number" && (value | 0) === value,
  Float: (value) => typeof value === "number",
  String: (value) => typeof value === "string",
  Boolean: (value) => typeof value === "boolean",
  ID: (value) => typeof value === "string" || (typeof value === "number" && Number.isInteger(value)),
};

/**
 * Returns the function that checks a scalar or enum value from a subgraph. Returns undefined for custom scalars, because the gateway
 * accepts any value.
 */
function leafCheck(type: GraphQLLeafType): ((value: unknown) => boolean) | undefined {
  if (!isEnumType(type)) return checks[type.name];
  const values = new Set<unknown>(type.getValues().map((value) => value.name));
  return (value) => values.has(value);
}
