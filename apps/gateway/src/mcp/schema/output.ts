import {
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { itemsOf } from "../selection/shape.js";
import { type Encoding, type JsonSchema, orNull } from "./json.js";

const leafTypes: Readonly<Record<string, string>> = { Int: "integer", Float: "number", Boolean: "boolean" };

/**
 * The schema of what a tool answers: `result` is what the operation gives, null when it finds nothing or fails, whatever its type says: clients
 * hold errors to it too. What is inside follows from `fields`, so only the type's name is told: the resource offergraph://types/{name} has its fields.
 * Where room counts, records go without saying; what a subgraph's own scalar is in JSON, nothing tells.
 */
export function outputSchema(type: GraphQLOutputType, encoding: Encoding): JsonSchema {
  const inner = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  const isOpen = isScalarType(inner) && !isSpecifiedScalarType(inner);
  if (isOpen || (encoding === "compact" && isCompositeType(named))) return { type: "object" };
  const told = isObjectType(named) && { description: (itemsOf(named) ?? named).name };
  return { type: "object", properties: { result: { ...orNull({ type: typeName(inner) }, encoding), ...told } } };
}

function typeName(type: GraphQLOutputType): string {
  if (isListType(type)) return "array";
  if (isCompositeType(type)) return "object";
  return isEnumType(type) ? "string" : (leafTypes[String(type)] ?? "string");
}
