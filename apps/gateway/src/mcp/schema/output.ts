import {
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { itemsOf } from "../selection/default.js";
import { type Encoding, type JsonSchema, orNull, scalarTypes } from "./json.js";

/**
 * Returns the JSON Schema of a tool's result. `result` may be null, because clients also validate the results of failed calls. The schema
 * does not list the fields of `result`, because the caller selects the fields with the argument `fields`. The compact encoding has no schema
 * for results that are objects, because such a schema would only repeat that the result is an object.
 */
export function outputSchema(type: GraphQLOutputType, encoding: Encoding): JsonSchema | undefined {
  const inner = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  const isOpen = isScalarType(inner) && !isSpecifiedScalarType(inner);
  if (encoding === "compact" && (isOpen || isCompositeType(named))) return undefined;
  if (isOpen) return { type: "object" };
  const described = isObjectType(named) && { description: (itemsOf(named) ?? named).name };
  return { type: "object", properties: { result: { ...orNull({ type: typeName(inner) }, encoding), ...described } } };
}

function typeName(type: GraphQLOutputType): string {
  if (isListType(type)) return "array";
  return isCompositeType(type) ? "object" : (scalarTypes[String(type)] ?? "string");
}
