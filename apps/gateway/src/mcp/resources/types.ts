import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";
import { itemsOf } from "../selection/fields.js";

/** Returns the types of a schema, except root types, built-in scalars and introspection types. */
export function ownTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !roots.includes(type) && !isSpecifiedScalarType(type),
  );
}

/** True for record types, and for types of objects in records. False for pages, edges, `PageInfo` and mutation payloads. */
export function isRecord(type: GraphQLNamedType): type is GraphQLObjectType {
  if (!isObjectType(type) || itemsOf(type)) return false;
  const fields = type.getFields();
  const isEdge = fields.cursor !== undefined && fields.node !== undefined;
  return !isEdge && fields.userErrors === undefined && fields.hasNextPage === undefined;
}

/** True for a type with the filter operators of one field, such as StringFilter. */
export function isFieldFilter(type: GraphQLNamedType): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.getFields().isNull !== undefined;
}

/** True for a filter type for records, which has the fields `and`, `or` and `not`. */
export function isRecordFilter(type: GraphQLNamedType): type is GraphQLInputObjectType {
  if (!isInputObjectType(type)) return false;
  const { and, or, not } = type.getFields();
  return and !== undefined && or !== undefined && not !== undefined;
}

/** True for enums, except enums of sort orders. */
export function isVocabulary(type: GraphQLNamedType): type is GraphQLEnumType {
  return isEnumType(type) && type.getValue("NATURAL") == null;
}

const inEnglish = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Joins the items as "a, b and c". */
export function enumerated(items: readonly string[]): string {
  return inEnglish.format(items);
}

export function oneLine(description: string | null | undefined): string {
  return (description ?? "").replace(/\s+/g, " ").trim();
}
