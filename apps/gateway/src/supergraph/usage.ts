import {
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
} from "graphql";
import { fragmentsOf, operationOf } from "./selections.js";
import type { Variables } from "./variables.js";

/** The parts of the schema that an operation uses, as schema coordinates, for example `Query.get_form(slug:)`. */
export interface OperationUsage {
  /** Fields, arguments, types of fragments, input types, input fields and enum values in the document. */
  readonly coordinates: readonly string[];
  /**
   * Passes the input types, input fields and enum values in the client's variables to `add`. Undefined if no variable has an input type or
   * an enum type.
   */
  readonly inputs: ReadInputs | undefined;
}

type Add = (coordinate: string) => void;
type ReadInputs = (given: Variables | undefined, add: Add) => void;

/** Maximum number of list items and input fields of one request that `inputs` reads. */
const maxMembers = 500;

/** Returns the function that reads the usage of a valid document with one operation. */
export function usageReader(schema: GraphQLSchema): (document: DocumentNode) => OperationUsage {
  // All documents share one string per coordinate. This saves memory, because the cache contains thousands of documents.
  const interned = new Map<string, string>();
  const intern = (coordinate: string) => {
    const known = interned.get(coordinate);
    if (known === undefined) interned.set(coordinate, coordinate);
    return known ?? coordinate;
  };
  return (document) => {
    const found = new Set<string>();
    collect(document, schema, (coordinate) => found.add(intern(coordinate)));
    return { coordinates: [...found], inputs: variablesReader(document, schema) };
  };
}

/** Visits selections and values directly, because `visit` of graphql with TypeInfo takes ten times as long. */
function collect(document: DocumentNode, schema: GraphQLSchema, add: Add): void {
  const fragments = fragmentsOf(document);
  const spread = new Set<string>();
  const addType = (type: GraphQLNamedType | null | undefined) => {
    if (type && !type.name.startsWith("__")) add(type.name);
  };
  const collectSet = (set: SelectionSetNode, parent: GraphQLNamedType | null | undefined): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) collectField(node, parent);
      else if (node.kind === Kind.FRAGMENT_SPREAD) collectFragment(node.name.value);
      else {
        const type = node.typeCondition && schema.getType(node.typeCondition.name.value);
        addType(type);
        collectSet(node.selectionSet, type ?? parent);
      }
    }
  };
  const collectFragment = (name: string) => {
    const fragment = fragments.get(name);
    if (!fragment || spread.has(name)) return;
    spread.add(name);
    const type = schema.getType(fragment.typeCondition.name.value);
    addType(type);
    collectSet(fragment.selectionSet, type);
  };
  const collectField = ({ name, arguments: given = [], selectionSet }: FieldNode, parent: GraphQLNamedType | null | undefined) => {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined;
    // `__typename`, `__schema` and `__type` are not counted, because `getFields` does not contain these fields.
    if (!field || !parent) return;
    const coordinate = `${parent.name}.${name.value}`;
    add(coordinate);
    for (const { name: argument, value } of given) {
      add(`${coordinate}(${argument.value}:)`);
      const type = field.args.find((one) => one.name === argument.value)?.type;
      if (type) collectValue(value, type, add);
    }
    if (selectionSet) collectSet(selectionSet, getNamedType(field.type));
  };
  const operation = operationOf(document);
  for (const { type, defaultValue } of operation.variableDefinitions ?? [])
    if (defaultValue) collectValue(defaultValue, typeFromAST(schema, type) as GraphQLInputType, add);
  collectSet(operation.selectionSet, schema.getRootType(operation.operation));
}

function collectValue(node: ValueNode, type: GraphQLInputType, add: Add): void {
  const named = getNamedType(type);
  if (node.kind === Kind.LIST) for (const item of node.values) collectValue(item, named, add);
  else if (node.kind === Kind.ENUM && isEnumType(named)) add(`${named.name}.${node.value}`);
  else if (node.kind === Kind.OBJECT && isInputObjectType(named)) {
    add(named.name);
    for (const { name, value } of node.fields) {
      add(`${named.name}.${name.value}`);
      const field = named.getFields()[name.value];
      if (field) collectValue(value, field.type, add);
    }
  }
}

type Composite = GraphQLInputObjectType | GraphQLEnumType;

function variablesReader(document: DocumentNode, schema: GraphQLSchema): ReadInputs | undefined {
  const definitions = (operationOf(document).variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = compositeOf(typeFromAST(schema, node) as GraphQLInputType);
    return type ? [{ name: variable.name.value, type }] : [];
  });
  if (definitions.length === 0) return undefined;
  return (given, add) => {
    if (!given) return;
    let members = maxMembers;
    const read = (value: unknown, type: Composite): void => {
      if (members-- <= 0 || value === null || value === undefined) return;
      if (Array.isArray(value)) for (const item of value.slice(0, maxMembers)) read(item, type);
      else if (isEnumType(type)) add(`${type.name}.${value}`);
      else readFields(value, type);
    };
    const readFields = (value: object, type: GraphQLInputObjectType): void => {
      const fields = type.getFields();
      add(type.name);
      for (const [name, member] of Object.entries(value)) {
        add(`${type.name}.${name}`);
        const inner = fields[name] && compositeOf(fields[name].type);
        if (inner) read(member, inner);
        else members--;
      }
    };
    for (const { name, type } of definitions) if (Object.hasOwn(given, name)) read(given[name], type);
  };
}

function compositeOf(type: GraphQLInputType): Composite | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) || isEnumType(named) ? named : undefined;
}
