import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { type Field, isList, plainFields, type Records } from "./fields.js";

// Approximate maximum size of a record as JSON. Larger records would fill a model's context.
const maxBytes = 280;
// Typical size of a value as JSON, by type.
const sizes: Readonly<Record<string, number>> = {
  ...{ UUID: 38, ID: 38, Datetime: 26, Date: 12, Boolean: 5, Int: 4, Float: 6, BigFloat: 9, String: 24, Cursor: 40, JSONObject: 60 },
};
const unknownSize = 30;
const itemsPerList = 2;

/**
 * Selects fields for the records of a list. Selects the fields that the service's manifest declares for the type. Without a declaration,
 * selects fields until the record has about 280 bytes. Selects fields in this order: id, names and states, values, referenced records,
 * other ids, times. Omits lists of other records, and the JSON fields of an entity.
 */
export function shortSelection(type: GraphQLObjectType, records: Records): string {
  const declared = pathsIn(type, (records.listFields[type.name] ?? "").split(","));
  if (declared.length > 0) return selectionOfPaths(declared);
  const fields = plainFields(type).flatMap((field) => candidate(field, type, records) ?? []);
  const chosen = new Set<string>();
  let left = maxBytes - "{}".length;
  for (const { field, bytes } of [...fields].sort((one, other) => one.rank - other.rank)) {
    if (bytes > left) continue;
    chosen.add(field.name);
    left -= bytes;
  }
  const parts = fields.filter(({ field }) => chosen.has(field.name)).map(({ text }) => text);
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "";
}

/** Returns the paths that exist in the schema. A path does not exist if the supergraph lacks the service that defines the field. */
function pathsIn(type: GraphQLObjectType, paths: readonly string[]): string[][] {
  return paths.map((path) => path.trim().split(".")).filter((names) => isPath(type, names));
}

function isPath(type: GraphQLNamedType, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return isLeafType(type);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  return field !== undefined && isPath(getNamedType(field.type), rest);
}

function selectionOfPaths(paths: readonly (readonly string[])[]): string {
  const names = [...new Set(paths.map(([name = ""]) => name))];
  const parts = names.map((name) => {
    const inner = paths.filter(([first, ...rest]) => first === name && rest.length > 0).map(([, ...rest]) => rest);
    return inner.length > 0 ? `${name} ${selectionOfPaths(inner)}` : name;
  });
  return `{ ${parts.join(" ")} }`;
}

interface Candidate {
  readonly field: Field;
  readonly text: string;
  readonly bytes: number;
  readonly rank: number;
}

const ranks = { id: 0, label: 1, value: 2, reference: 3, otherId: 4, bookkeeping: 5 };

function candidate(field: Field, owner: GraphQLObjectType, records: Records): Candidate | undefined {
  const named = getNamedType(field.type);
  if (isLeafType(named)) {
    if (named.name === "JSONObject" && records.isEntity(owner.name)) return undefined;
    const bytes = member(field.name, isList(field.type) ? 2 + itemsPerList * sizeOf(named) : sizeOf(named));
    return { field, text: field.name, bytes, rank: rankOf(field, named) };
  }
  const isEntity = records.isEntity(named.name);
  if (!isObjectType(named) || (isEntity && isList(field.type))) return undefined;
  const inner = isEntity ? summaryOf(named) : plainFields(named).filter((one) => isLeafType(getNamedType(one.type)));
  if (inner.length === 0) return undefined;
  const item = inner.reduce((sum, one) => sum + member(one.name, sizeOf(getNamedType(one.type))), "{}".length);
  const text = `${field.name} { ${inner.map(({ name }) => name).join(" ")} }`;
  const bytes = member(field.name, isList(field.type) ? 2 + itemsPerList * item : item);
  return { field, text, bytes, rank: isEntity ? ranks.reference : ranks.value };
}

function rankOf({ name, type }: Field, named: GraphQLNamedType): number {
  if (name === "rowId") return ranks.id;
  if (name === "createdAt" || name === "updatedAt") return ranks.bookkeeping;
  if (isEnumType(named) && !isListType(nullable(type))) return ranks.label;
  if (isNonNullType(type) && String(type.ofType) === "String") return ranks.label;
  return named.name === "UUID" || named.name === "ID" ? ranks.otherId : ranks.value;
}

/**
 * Returns the first required string field of a record type, for example a discount code's code. Returns the id and the enum fields if the
 * type has no required string field.
 */
function summaryOf(type: GraphQLObjectType): Field[] {
  const fields = plainFields(type);
  const name = fields.find(({ type: given }) => isNonNullType(given) && String(given.ofType) === "String");
  return name ? [name] : fields.filter((field) => field.name === "rowId" || isEnumType(nullable(field.type)));
}

function nullable(type: GraphQLOutputType): GraphQLOutputType {
  return isNonNullType(type) ? type.ofType : type;
}

/** Returns the size of a property in a JSON object, including quotation marks, colon and comma. */
function member(name: string, value: number): number {
  return name.length + '"":,'.length + value;
}

function sizeOf(type: GraphQLNamedType): number {
  if (!isEnumType(type)) return sizes[type.name] ?? unknownSize;
  const names = type.getValues().map(({ name }) => name.length);
  return '""'.length + Math.max(...names);
}
