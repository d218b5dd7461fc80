import { type GraphQLOutputType, getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from "graphql";
import { itemsOf } from "../selection/shape.js";
import { type Encoding, type JsonSchema, orNull } from "./json.js";

const leafTypes: Readonly<Record<string, string>> = { Int: "integer", Float: "number", Boolean: "boolean" };

/**
 * The schema of what a tool answers: `result` is what the operation gives, null when it finds nothing. What is inside follows from `fields`,
 * so only the type's name is told: the resource offergraph://types/{name} has its fields. Where room counts, records go without saying.
 */
export function outputSchema(type: GraphQLOutputType, encoding: Encoding): JsonSchema {
  const [inner, canBeNull] = isNonNullType(type) ? [type.ofType, false] : [type, true];
  const named = getNamedType(inner);
  if (encoding === "compact" && isObjectType(named)) return { type: "object" };
  const kind = { type: typeName(inner) };
  const told = isObjectType(named) && { description: (itemsOf(named) ?? named).name };
  return { type: "object", properties: { result: { ...(canBeNull ? orNull(kind, encoding) : kind), ...told } } };
}

function typeName(type: GraphQLOutputType): string {
  if (isListType(type)) return "array";
  if (isObjectType(type)) return "object";
  return isEnumType(type) ? "string" : (leafTypes[String(type)] ?? "string");
}
