import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

export type Field = GraphQLField<unknown, unknown>;
/** Returns true for an entity type, that is, for a type of records to which other records refer. */
export type IsEntity = (typeName: string) => boolean;

// Maximum depth of nested objects in the default selection. For deeper fields, clients use the argument `fields`.
const deepestValues = 3;
// Maximum nesting of lists in the records of a list. With 2, a list of 1,000 forms with 10 triggers and 10 addresses per trigger would have
// 100,000 values.
const listsInList = 1;

/** Selects a record's own fields and a summary of each record to which it refers. In a list, omits JSON fields and lists inside lists. */
export function defaultSelection(type: GraphQLOutputType, isEntity: IsEntity): string {
  const named = getNamedType(type);
  return isObjectType(named) ? record(named, isList(type), isEntity, deepestValues, isList(type) ? listsInList : deepestValues) : "";
}

/** Returns the default selection of a mutation payload, without userErrors. Records in the payload have the same fields as in queries. */
export function payloadSelection(type: GraphQLObjectType, isEntity: IsEntity): string {
  return `{ ${plainFields(type)
    .filter(({ name }) => name !== "userErrors")
    .map((field) => (isLeaf(field) ? field.name : `${field.name} ${defaultSelection(field.type, isEntity)}`))
    .join(" ")} }`;
}

export function page(item: string, total = ""): string {
  return `{ nodes ${item} pageInfo { hasNextPage endCursor }${total} }`;
}

export function bare(selection: string): string {
  return selection.slice(1, -1).trim();
}

/** Selects a record's fields that have no subfields. Includes JSON fields only if `withFreeForm` is true. */
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

/** Selects a summary of a record: its id, required strings and enums. */
function label(type: GraphQLObjectType): string {
  const names = plainFields(type).filter(({ name, type: given }) => {
    const inner = isNonNullType(given) ? given.ofType : undefined;
    return name === "rowId" || String(inner) === "String" || isEnumType(inner);
  });
  return `{ ${names.map(({ name }) => name).join(" ")} }`;
}

/** Returns the type of the records in a page type (with `nodes` and `pageInfo`); undefined for other types. */
export function itemsOf(type: GraphQLOutputType): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named)) return undefined;
  const { nodes, pageInfo } = named.getFields();
  const item = nodes && pageInfo && getNamedType(nodes.type);
  return isObjectType(item) ? item : undefined;
}

function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

/** Returns the fields without arguments, except workspaceId, which is the same for every record. */
function plainFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(({ name, args }) => args.length === 0 && name !== "workspaceId");
}

function isLeaf(field: Field): boolean {
  return isLeafType(getNamedType(field.type));
}

function isFreeForm(field: Field): boolean {
  return getNamedType(field.type).name === "JSONObject";
}
