import { PublicError } from "@offergraph/shared/errors/public-error";
import { type GraphQLObjectType, getNamedType, isAbstractType, isObjectType, isRequiredArgument } from "graphql";
import { bare, defaultSelection, type IsEntity, page, values } from "./default.js";
import { type Field, itemsOf } from "./shape.js";

/** What stands for the fields that a tool answers with unless told otherwise. */
export const everyDefault = "*";
const mostPaths = 200;
const mostCharacters = 8_000;
const path = /^(?:\*|[A-Za-z]\w*(?:\.[A-Za-z]\w*)*(?:\.\*)?)$/;

/** Fields by name, with what is selected of each. A path that ends there stands among these by itself, so that longer ones take nothing from it. */
type Tree = Map<string, Tree>;
const end = "";

/**
 * The selection that `fields` asks for: dotted paths from a record with commas between, e.g. "code, partner.name", in place of the default ones, which "*" stands for.
 * A path that ends at an object takes its values. Throws PublicError BAD_USER_INPUT naming what there is.
 * @param usual the default selection, of the same type
 */
export function selectionOf(type: GraphQLObjectType, fields: unknown, usual: string, isEntity: IsEntity, isOfPage = false): string {
  const tree: Tree = new Map();
  for (const one of pathsOf(fields)) plant(tree, one.split("."));
  return write(isOfPage ? intoRecords(tree) : tree, type, "", usual, isEntity);
}

function pathsOf(fields: unknown): string[] {
  if (typeof fields !== "string" || fields.length > mostCharacters)
    throw bad(`has to be a text of dotted paths with commas between, e.g. "rowId, partner.name", of at most ${mostCharacters} characters`);
  const paths = fields.split(",").map((one) => one.trim());
  if (paths.length > mostPaths) throw bad(`has ${paths.length} paths; at most ${mostPaths} are allowed`);
  const wrong = paths.find((one) => !path.test(one));
  if (wrong !== undefined) throw bad(`has a path that is none (${JSON.stringify(wrong.slice(0, 80))}): names with dots between, or "*"`);
  return paths;
}

function plant(tree: Tree, names: readonly string[]): void {
  let at = tree;
  for (const name of [...names, end]) {
    const next = at.get(name) ?? new Map();
    at.set(name, next);
    at = next;
  }
}

/** The paths into a page's records, from those that name the list in which the records stand as well as from those that do not. */
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
    if (name === everyDefault) return bare(usual);
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

/** What a path takes that ends at a record; of one without values of its own, what is told of it unless asked. */
function valuesOf(type: GraphQLObjectType, isEntity: IsEntity): string {
  const own = values(type, true);
  return bare(own) === "" ? defaultSelection(type, isEntity) : own;
}

function unknown(at: string, type: GraphQLObjectType): PublicError {
  const names = Object.values(type.getFields()).filter(canBeAsked);
  return bad(`has the path "${at}", which there is not; ${type.name} has ${names.map(({ name }) => name).join(", ")}`);
}

/** Whether a field needs nothing that a path cannot say. */
function canBeAsked({ args }: Field): boolean {
  return !args.some(isRequiredArgument);
}

function bad(words: string): PublicError {
  return new PublicError("BAD_USER_INPUT", `The argument fields ${words}.`, { argument: "fields" });
}
