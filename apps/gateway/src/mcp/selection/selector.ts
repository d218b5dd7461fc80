import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  type GraphQLAbstractType,
  GraphQLList,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { bare, defaultSelection, page, payloadSelection, values } from "./default.js";
import { type Field, itemsOf, type Records } from "./fields.js";

/**
 * Creates the function that converts a tool's argument `fields` to a GraphQL selection. Returns undefined if the result of the operation
 * has no fields.
 */
export function selectorOf(
  root: "Query" | "Mutation",
  field: Field,
  records: Records,
  schema: GraphQLSchema,
): ((fields: unknown) => string) | undefined {
  const named = getNamedType(field.type);
  if (isAbstractType(named)) return () => ofEachKind(named, schema);
  if (!isObjectType(named)) return undefined;
  const item = itemsOf(field.type);
  if (item) {
    const usual = defaultSelection(new GraphQLList(item), records);
    const total = field.args.some(({ name }) => name === "withTotal") ? " totalCount" : "";
    return (fields) => page(fields === undefined ? usual : selectionOf(item, fields, usual, records, true), total);
  }
  if (root === "Query") {
    const usual = defaultSelection(field.type, records);
    return (fields) => (fields === undefined ? usual : selectionOf(named, fields, usual, records));
  }
  const usual = payloadSelection(named, records);
  const errors = named.getFields().userErrors ? " userErrors { field message code }" : "";
  return (fields) => `{ ${bare(fields === undefined ? usual : selectionOf(named, fields, usual, records))}${errors} }`;
}

/** Selects `__typename` and the leaf fields of each type in a union or interface. Ignores the argument `fields`. */
function ofEachKind(type: GraphQLAbstractType, schema: GraphQLSchema): string {
  const kinds = schema.getPossibleTypes(type).filter((kind) => bare(values(kind)) !== "");
  return `{ __typename ${kinds.map((kind) => `... on ${kind.name} ${values(kind)}`).join(" ")} }`;
}

const maxPaths = 200;
const maxCharacters = 8_000;
const path = /^(?:\*|[A-Za-z]\w*(?:\.[A-Za-z]\w*)*(?:\.\*)?)$/;

/** Selected fields by name. For the selection "partner, partner.name", the entry `partner` has two keys: `end` stands for the default fields, and `name`. */
type Tree = Map<string, Tree>;
const end = "";

/**
 * Converts `fields`, such as "code, partner.name", to a GraphQL selection. The path "*" selects the default fields (`usual`). Throws
 * PublicError if `fields` is invalid.
 */
export function selectionOf(type: GraphQLObjectType, fields: unknown, usual: string, records: Records, isOfPage = false): string {
  const tree: Tree = new Map();
  for (const one of pathsOf(fields)) addPath(tree, one.split("."));
  return write(isOfPage ? intoRecords(tree) : tree, type, "", usual, records);
}

function pathsOf(fields: unknown): string[] {
  if (typeof fields !== "string" || fields.length > maxCharacters)
    throw bad(`must be a string of at most ${maxCharacters} characters with comma-separated paths, e.g. "rowId, partner.name"`);
  const paths = fields.split(",").map((one) => one.trim());
  if (paths.length > maxPaths) throw bad(`has ${paths.length} paths; at most ${maxPaths} are allowed`);
  const wrong = paths.find((one) => !path.test(one));
  if (wrong !== undefined)
    throw bad(`has the invalid path ${JSON.stringify(wrong.slice(0, 80))}; a path is names separated by dots, or "*"`);
  return paths;
}

function addPath(tree: Tree, names: readonly string[]): void {
  let at = tree;
  for (const name of [...names, end]) {
    const next = at.get(name) ?? new Map();
    at.set(name, next);
    at = next;
  }
}

/** Removes the prefix "nodes" from paths of a page, because "nodes.code" and "code" select the same field. */
function intoRecords(tree: Tree): Tree {
  const { nodes, ...direct } = Object.fromEntries(tree);
  return merged(new Map(Object.entries(direct)), nodes ?? new Map());
}

function merged(one: Tree, other: Tree): Tree {
  const both = new Map(one);
  for (const [name, below] of other) both.set(name, merged(both.get(name) ?? new Map(), below));
  return both;
}

function write(tree: Tree, type: GraphQLObjectType, before: string, usual: string, records: Records): string {
  const parts = [...tree].map(([name, below]) => {
    if (name === "*") return bare(usual);
    if (name === end) return bare(valuesOf(type, records));
    const field = type.getFields()[name];
    if (!field || !canBeAsked(field)) throw unknown(`${before}${name}`, type);
    const named = getNamedType(field.type);
    if (isAbstractType(named)) return `${name} { __typename }`;
    if (!isObjectType(named)) {
      const further = [...below.keys()].find((one) => one !== end);
      if (further !== undefined) throw bad(`has the path "${before}${name}.${further}", but ${before}${name} has no fields`);
      return name;
    }
    const item = itemsOf(field.type);
    const record = item ?? named;
    const inner = write(item ? intoRecords(below) : below, record, `${before}${name}.`, valuesOf(record, records), records);
    return `${name} ${item ? page(inner) : inner}`;
  });
  return `{ ${parts.join(" ")} }`;
}

/** Selects a record's leaf fields for a path that ends at the record. Without leaf fields, selects the default fields. */
function valuesOf(type: GraphQLObjectType, records: Records): string {
  const own = values(type, true);
  return bare(own) === "" ? defaultSelection(type, records) : own;
}

function unknown(at: string, type: GraphQLObjectType): PublicError {
  const names = Object.values(type.getFields()).filter(canBeAsked);
  return bad(`has the unknown path "${at}"; ${type.name} has the fields ${names.map(({ name }) => name).join(", ")}`);
}

/** True if the argument `fields` can select the field. False for a field with a required argument. */
function canBeAsked({ args }: Field): boolean {
  return !args.some(isRequiredArgument);
}

function bad(words: string): PublicError {
  return new PublicError("BAD_USER_INPUT", `The argument "fields" ${words}.`, { argument: "fields" });
}
