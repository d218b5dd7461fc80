import { type GraphQLObjectType, type GraphQLOutputType, getNamedType, isEnumType, isLeafType, isNonNullType, isObjectType } from "graphql";
import { type Field, isList, itemsOf, plainFields, type Records } from "./fields.js";
import { shortSelection } from "./short.js";

// Maximum depth of nested objects in the default selection. Clients select deeper fields with the argument `fields`.
const deepestValues = 3;

/** Selects a record's own fields and a summary of each referenced record. Selects fewer fields of records in a list. */
export function defaultSelection(type: GraphQLOutputType, records: Records): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  return isList(type) ? shortSelection(named, records) : record(named, records, deepestValues, !records.isEntity(named.name));
}

/** Returns the default selection of a mutation payload, without userErrors. Records in the payload have the same fields as in queries. */
export function payloadSelection(type: GraphQLObjectType, records: Records): string {
  return `{ ${plainFields(type)
    .filter(({ name }) => name !== "userErrors")
    .map((field) => (isLeaf(field) ? field.name : `${field.name} ${defaultSelection(field.type, records)}`))
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

/**
 * Selects the fields of an object. `isReport` is true for a report, which is not an entity but can contain lists of records. Selects only a
 * few fields of a report's records.
 */
function record(type: GraphQLObjectType, records: Records, levels: number, isReport: boolean): string {
  const parts = plainFields(type).flatMap((field) => {
    if (isLeaf(field)) return [field.name];
    const selection = member(field, records, levels, isReport);
    return selection === "" ? [] : [`${field.name} ${selection}`];
  });
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "";
}

function member(field: Field, records: Records, levels: number, isReport: boolean): string {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) return "";
  const item = itemsOf(field.type);
  if (item) return page(isReport ? shortSelection(item, records) : values(item, true));
  if (isReport && isList(field.type)) return shortSelection(named, records);
  if (records.isEntity(named.name)) return isList(field.type) ? values(named) : label(named);
  return levels > 0 ? record(named, records, levels - 1, isReport) : "";
}

/** Selects a summary of a record. The summary consists of the id, required strings and required enums. */
function label(type: GraphQLObjectType): string {
  const names = plainFields(type).filter(({ name, type: given }) => {
    const inner = isNonNullType(given) ? given.ofType : undefined;
    return name === "rowId" || String(inner) === "String" || isEnumType(inner);
  });
  return `{ ${names.map(({ name }) => name).join(" ")} }`;
}

function isLeaf(field: Field): boolean {
  return isLeafType(getNamedType(field.type));
}

function isFreeForm(field: Field): boolean {
  return getNamedType(field.type).name === "JSONObject";
}
