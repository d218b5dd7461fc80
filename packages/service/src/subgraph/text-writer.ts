import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** Thrown for a value that only a GraphQL executor can handle, for example a promise, or null in a non-null field. */
export class Unwritable extends Error {}

/** Writes a resolved value as JSON text. */
export type WriteJson = (value: unknown) => string;

/**
 * Compiles a selection set to a function that writes values directly as JSON text. Returns undefined if a field has arguments, directives
 * or a resolver that uses the context, because a GraphQL executor must resolve such fields.
 */
export function jsonWriter(schema: GraphQLSchema, type: GraphQLOutputType, selection: SelectionSetNode | undefined): WriteJson | undefined {
  const write = presentWriter(schema, isNonNullType(type) ? type.ofType : type, selection);
  if (!write) return undefined;
  if (!isNonNullType(type)) return (value) => (value === null || value === undefined ? "null" : write(value));
  return (value) => {
    if (value === null || value === undefined) throw new Unwritable("null in a non-null field");
    return write(value);
  };
}

function presentWriter(schema: GraphQLSchema, type: GraphQLOutputType, selection: SelectionSetNode | undefined): WriteJson | undefined {
  if (isListType(type)) {
    const write = jsonWriter(schema, type.ofType, selection);
    return write && ((value) => writeList(value, write));
  }
  if (isLeafType(type)) return (value) => writeLeaf(type.serialize(synchronous(value)));
  if (!selection || isNonNullType(type)) return undefined;
  if (!isAbstractType(type)) return objectWriter(schema, type as GraphQLObjectType, selection);
  const writers = new Map<unknown, WriteJson>();
  for (const possible of schema.getPossibleTypes(type)) {
    const write = objectWriter(schema, possible, selection);
    if (!write) return undefined;
    writers.set(possible.name, write);
  }
  return (value) => {
    const write = writers.get((value as { __typename?: unknown }).__typename);
    if (!write) throw new Unwritable("unknown type");
    return write(value);
  };
}

function objectWriter(schema: GraphQLSchema, type: GraphQLObjectType, selection: SelectionSetNode): WriteJson | undefined {
  const nodes = fieldsOf(schema, type, selection.selections);
  const keys = nodes?.map((node) => (node.alias ?? node.name).value);
  if (!nodes || !keys || type.isTypeOf || new Set(keys).size < keys.length) return undefined;
  const members: { prefix: string; write: WriteJson }[] = [];
  for (const [index, node] of nodes.entries()) {
    const prefix = `${index === 0 ? "{" : ","}"${keys[index]}":`;
    const write = node.name.value === "__typename" ? () => `"${type.name}"` : fieldWriter(schema, type.getFields()[node.name.value], node);
    if (!write) return undefined;
    members.push({ prefix, write });
  }
  return (value) => {
    if (typeof synchronous(value) !== "object") throw new Unwritable("not an object");
    let text = "";
    for (const { prefix, write } of members) text += prefix + write(value);
    return `${text}}`;
  };
}

type FieldNode = Extract<SelectionNode, { kind: Kind.FIELD }>;

/** Returns the fields that a selection set selects of an object type. Returns undefined for directives and fragment spreads. */
function fieldsOf(schema: GraphQLSchema, type: GraphQLObjectType, selections: readonly SelectionNode[]): FieldNode[] | undefined {
  const fields: FieldNode[] = [];
  for (const node of selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD || (node.directives ?? []).length > 0) return undefined;
    if (node.kind === Kind.FIELD) {
      if (!fields.some((other) => isSameLeaf(other, node))) fields.push(node);
    } else {
      const condition = node.typeCondition && schema.getType(node.typeCondition.name.value);
      const applies = !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      const inner = applies ? fieldsOf(schema, type, node.selectionSet.selections) : [];
      if (!inner) return undefined;
      fields.push(...inner.filter((field) => !fields.some((other) => isSameLeaf(other, field))));
    }
  }
  return fields;
}

/** True if both nodes select the same field without subfields, which the result contains once. */
function isSameLeaf(one: FieldNode, other: FieldNode): boolean {
  return one.name.value === other.name.value && one.alias?.value === other.alias?.value && !one.selectionSet && !other.selectionSet;
}

/** Returns a function that reads a field of an object and writes the value. A resolver with one parameter cannot use the context. */
function fieldWriter(schema: GraphQLSchema, field: GraphQLField<unknown, unknown> | undefined, node: FieldNode): WriteJson | undefined {
  if (!field || field.args.length > 0) return undefined;
  const write = jsonWriter(schema, field.type, node.selectionSet);
  if (!write) return undefined;
  const { name } = field;
  if (!field.resolve || field.resolve === defaultFieldResolver) return (source) => write((source as Record<string, unknown>)[name]);
  if (field.resolve.length > 1) return undefined;
  const resolve = field.resolve as (source: unknown) => unknown;
  return (source) => write(resolve(source));
}

/** Throws for promises, functions and errors, which GraphQL does not serialize. */
function synchronous(value: unknown): unknown {
  if (typeof value === "function" || value instanceof Error) throw new Unwritable("function or error");
  if (typeof value === "object" && typeof (value as { then?: unknown }).then === "function") throw new Unwritable("promise");
  return value;
}

function writeList(value: unknown, write: WriteJson): string {
  if (!Array.isArray(value)) throw new Unwritable("not an array");
  let text = "[";
  for (let index = 0; index < value.length; index += 1) text += index === 0 ? write(value[index]) : `,${write(value[index])}`;
  return `${text}]`;
}

/** Characters that JSON.stringify may escape. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

function writeLeaf(value: unknown): string {
  if (typeof value === "string") return escaped.test(value) ? JSON.stringify(value) : `"${value}"`;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || value === null || Number.isNaN(value)) throw new Unwritable("not serializable");
  return text;
}
