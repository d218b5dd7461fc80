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
import { bare, defaultSelection, type Field, type IsEntity, itemsOf, page, payloadSelection, values } from "./default.js";

/** Creates the function that converts the argument `fields` to a selection. Returns undefined if the operation's result has no fields. */
export function selectorOf(
  root: "Query" | "Mutation",
  field: Field,
  isEntity: IsEntity,
  schema: GraphQLSchema,
): ((fields: unknown) => string) | undefined {
  const named = getNamedType(field.type);
  if (isAbstractType(named)) return () => ofEachKind(named, schema);
  if (!isObjectType(named)) return undefined;
  const item = itemsOf(field.type);
  if (item) {
    const usual = defaultSelection(new GraphQLList(item), isEntity);
    const total = field.args.some(({ name }) => name === "withTotal") ? " totalCount" : "";
    return (fields) => page(fields === undefined ? usual : selectionOf(item, fields, usual, isEntity, true), total);
  }
  if (root === "Query") {
    const usual = defaultSelection(field.type, isEntity);
    return (fields) => (fields === undefined ? usual : selectionOf(named, fields, usual, isEntity));
  }
  const usual = payloadSelection(named, isEntity);
  const errors = named.getFields().userErrors ? " userErrors { field message code }" : "";
  return (fields) => `{ ${bare(fields === undefined ? usual : selectionOf(named, fields, usual, isEntity))}${errors} }`;
}

/**
 * Returns the selection of an abstract type: `__typename` and the values of each possible type. The argument `fields` has no effect here.
 */
function ofEachKind(type: GraphQLAbstractType, schema: GraphQLSchema): string {
  const kinds = schema.getPossibleTypes(type).filter((kind) => bare(values(kind)) !== "");
  return `{ __typename ${kinds.map((kind) => `... on ${kind.name} ${values(kind)}`).join(" ")} }`;
}

const maxPaths = 200;
const maxCharacters = 8_000;
const path = /^(?:\*|[A-Za-z]\w*(?:\.[A-Za-z]\w*)*(?:\.\*)?)$/;

/** Selected fields by name. A tree with the key `end` selects the field as a whole, in addition to its subfields such as "partner.name". */
type Tree = Map<string, Tree>;
const end = "";

/**
 * Converts `fields`, a list of dotted paths like "code, partner.name", to a selection. The path "*" stands for the selection `usual`.
 * Throws PublicError.
 */
export function selectionOf(type: GraphQLObjectType, fields: unknown, usual: string, isEntity: IsEntity, isOfPage = false): string {
  const tree: Tree = new Map();
  for (const one of pathsOf(fields)) addPath(tree, one.split("."));
  return write(isOfPage ? intoRecords(tree) : tree, type, "", usual, isEntity);
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

/** Converts the paths of a page to paths of the page's records, with or without the prefix "nodes". */
function intoRecords(tree: Tree): Tree {
  const { nodes, ...direct } = Object.fromEntries(tree);
  return merged(new Map(Object.entries(direct)), nodes ?? new Map());
}

function merged(one: Tree, other: Tree): Tree {
  const both = new Map(one);
  for (const [name, below] of other) both.set(name, merged(both.get(name) ?? new Map(), below));
  return both;
}

function write(tree: Tree, type: GraphQLObjectType, before: string, usual: string, isEntity: IsEntity): string {
  const parts = [...tree].map(([name, below]) => {
    if (name === "*") return bare(usual);
    if (name === end) return bare(valuesOf(type, isEntity));
    const field = type.getFields()[name];
    if (!field || !canBeAsked(field)) throw unknown(`${before}${name}`, type);
    const named = getNamedType(field.type);
    if (isAbstractType(named)) return `${name} { __typename }`;
    if (!isObjectType(named)) {
      const further = [...below.keys()].find((one) => one !== end);
      if (further !== undefined) throw bad(`has the path "${before}${name}.${further}", but ${before}${name} is a value without fields`);
      return name;
    }
    const item = itemsOf(field.type);
    const record = item ?? named;
    const inner = write(item ? intoRecords(below) : below, record, `${before}${name}.`, valuesOf(record, isEntity), isEntity);
    return `${name} ${item ? page(inner) : inner}`;
  });
  return `{ ${parts.join(" ")} }`;
}

/** Returns the selection of a path that ends at a record: the record's values, or the default selection if the record has no values. */
function valuesOf(type: GraphQLObjectType, isEntity: IsEntity): string {
  const own = values(type, true);
  return bare(own) === "" ? defaultSelection(type, isEntity) : own;
}

function unknown(at: string, type: GraphQLObjectType): PublicError {
  const names = Object.values(type.getFields()).filter(canBeAsked);
  return bad(`has the unknown path "${at}"; ${type.name} has the fields ${names.map(({ name }) => name).join(", ")}`);
}

/** True if a path can select the field. Fields with required arguments are excluded, because a path cannot contain arguments. */
function canBeAsked({ args }: Field): boolean {
  return !args.some(isRequiredArgument);
}

function bad(words: string): PublicError {
  return new PublicError("BAD_USER_INPUT", `The argument "fields" ${words}.`, { argument: "fields" });
}
