import { type GraphQLObjectType, type GraphQLOutputType, getNamedType, isEnumType, isNonNullType, isObjectType } from "graphql";
import { type Field, isFreeForm, isLeaf, isList, itemsOf, plainFields } from "./shape.js";

/** Whether a type is an entity: a record that other records refer to. */
export type IsEntity = (typeName: string) => boolean;

// Values inside values inside values: deeper ones are asked for by `fields`.
const deepestValues = 3;
// A list of records has lists in them, and these no lists of objects again: a thousand forms by ten triggers by ten addresses cost too much.
const listsInList = 1;

/**
 * What a tool answers unless its `fields` say otherwise: the records' own values, and one step on to the entities they refer to.
 * A list of entities that belong to a single record is told with its values, every other entity by its id, names and states.
 * JSON objects of entities, which may be long, and lists in lists in lists are told of single records only.
 */
export function defaultSelection(type: GraphQLOutputType, isEntity: IsEntity): string {
  const named = getNamedType(type);
  return isObjectType(named) ? record(named, isList(type), isEntity, deepestValues, isList(type) ? listsInList : deepestValues) : "";
}

/** The same for what a mutation answers beside its userErrors: the records it gives are told as a read tells them. */
export function payloadSelection(type: GraphQLObjectType, isEntity: IsEntity): string {
  return `{ ${plainFields(type)
    .filter(({ name }) => name !== "userErrors")
    .map((field) => (isLeaf(field) ? field.name : `${field.name} ${defaultSelection(field.type, isEntity)}`))
    .join(" ")} }`;
}

/** The selection of a page of such items. */
export function page(item: string, total = ""): string {
  return `{ nodes ${item} pageInfo { hasNextPage endCursor }${total} }`;
}

/** What stands between the braces of a selection. */
export function bare(selection: string): string {
  return selection.slice(1, -1).trim();
}

/** The values of a record without the entities it refers to; with its JSON objects, if wanted. */
export function values(type: GraphQLObjectType, withFreeForm = false): string {
  return `{ ${plainFields(type)
    .filter((field) => isLeaf(field) && (withFreeForm || !isFreeForm(field)))
    .map(({ name }) => name)
    .join(" ")} }`;
}

function record(type: GraphQLObjectType, inList: boolean, isEntity: IsEntity, levels: number, lists: number): string {
  const parts = plainFields(type).flatMap((field) => {
    if (isLeaf(field)) return isFreeForm(field) && inList && isEntity(type.name) ? [] : [field.name];
    const selection = member(field, inList, isEntity, levels, lists);
    return selection === "" ? [] : [`${field.name} ${selection}`];
  });
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "";
}

function member(field: Field, inList: boolean, isEntity: IsEntity, levels: number, lists: number): string {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) return "";
  const item = itemsOf(field.type);
  if (item) return page(values(item, !inList));
  if (isEntity(named.name)) return isList(field.type) && !inList ? values(named) : label(named);
  const left = isList(field.type) ? lists - 1 : lists;
  return levels > 0 && left >= 0 ? record(named, inList, isEntity, levels - 1, left) : "";
}

/** What an entity is called and where it stands. */
function label(type: GraphQLObjectType): string {
  const names = plainFields(type).filter(({ name, type: given }) => {
    const inner = isNonNullType(given) ? given.ofType : undefined;
    return name === "rowId" || String(inner) === "String" || isEnumType(inner);
  });
  return `{ ${names.map(({ name }) => name).join(" ")} }`;
}
