import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import { itemsOf } from "../selection/shape.js";

/** The types of a schema that mean something by themselves: no pages, no edges, no payloads, nothing of GraphQL's own. */
export function ownTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !roots.includes(type) && !builtIn.has(type.name),
  );
}
const builtIn = new Set(["String", "Int", "Float", "Boolean", "ID"]);

/** Records and their parts, without what only carries them. */
export function isThing(type: GraphQLNamedType): type is GraphQLObjectType {
  if (!isObjectType(type) || itemsOf(type)) return false;
  const fields = type.getFields();
  const isEdge = fields.cursor !== undefined && fields.node !== undefined;
  return !isEdge && fields.userErrors === undefined && fields.hasNextPage === undefined;
}

/** The operators that a field can be compared by. */
export function isFieldFilter(type: GraphQLNamedType): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.getFields().isNull !== undefined;
}

/** Conditions on a record's fields, which can be combined. */
export function isRecordFilter(type: GraphQLNamedType): type is GraphQLInputObjectType {
  if (!isInputObjectType(type)) return false;
  const { and, or, not } = type.getFields();
  return and !== undefined && or !== undefined && not !== undefined;
}

/** Values to choose from, but for the orders of lists. */
export function isVocabulary(type: GraphQLNamedType): type is GraphQLEnumType {
  return isEnumType(type) && type.getValue("NATURAL") == null;
}

/** A description on one line. */
export function oneLine(description: string | null | undefined): string {
  return (description ?? "").replace(/\s+/g, " ").trim();
}
