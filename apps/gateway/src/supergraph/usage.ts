import {
  type DocumentNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { operationOf } from "./selections.js";
import type { Variables } from "./variables.js";

/** The parts of the schema that an operation uses, as schema coordinates, for example `Query.get_form(slug:)`. */
export interface OperationUsage {
  /** Fields, arguments, types of fragments, input types, input fields and enum values in the document. */
  readonly coordinates: readonly string[];
  /** Passes the input types, input fields and enum values in the client's variables to `add`. Undefined if the variables have no such types. */
  readonly inputs: ReadInputs | undefined;
}

type Add = (coordinate: string) => void;
type ReadInputs = (given: Variables | undefined, add: Add) => void;

/** Maximum number of list items and input fields of one request that `inputs` reads. */
const maxMembers = 500;

/** Returns the function that reads the usage of a valid document with one operation. */
export function usageReader(schema: GraphQLSchema): (document: DocumentNode) => OperationUsage {
  // Documents share the texts of coordinates, because the cache contains thousands of documents.
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

function collect(document: DocumentNode, schema: GraphQLSchema, add: Add): void {
  const info = new TypeInfo(schema);
  const field = () => {
    const [parent, name] = [info.getParentType()?.name ?? "__", info.getFieldDef()?.name ?? "__"];
    return parent.startsWith("__") || name.startsWith("__") ? undefined : `${parent}.${name}`;
  };
  const input = (type = info.getInputType()) => type && getNamedType(type);
  visit(
    document,
    visitWithTypeInfo(info, {
      Directive: () => false,
      Field() {
        const coordinate = field();
        if (coordinate) add(coordinate);
      },
      InlineFragment({ typeCondition }) {
        if (typeCondition && !typeCondition.name.value.startsWith("__")) add(typeCondition.name.value);
      },
      FragmentDefinition({ typeCondition }) {
        if (!typeCondition.name.value.startsWith("__")) add(typeCondition.name.value);
      },
      Argument({ name }) {
        const coordinate = field();
        if (coordinate) add(`${coordinate}(${name.value}:)`);
      },
      ObjectValue() {
        const type = input();
        if (isInputObjectType(type)) add(type.name);
      },
      ObjectField({ name }) {
        const type = input(info.getParentInputType());
        if (isInputObjectType(type)) add(`${type.name}.${name.value}`);
      },
      EnumValue({ value }) {
        const type = input();
        if (isEnumType(type)) add(`${type.name}.${value}`);
      },
    }),
  );
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
