import { type GraphQLOutputType, getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from "graphql";
import { itemsOf } from "../selection/shape.js";
import { isEcho } from "./echo.js";
import { type Encoding, type JsonSchema, orNull } from "./json.js";

const leafTypes: Readonly<Record<string, string>> = { Int: "integer", Float: "number", Boolean: "boolean" };

/**
 * The schema of what a tool answers: `result` is what the operation gives, null when it finds nothing. What is inside follows from `fields`,
 * so only the type's name is told: the resource offergraph://types/{name} has its fields.
 */
export function outputSchema({ name, type }: { name: string; type: GraphQLOutputType }, encoding: Encoding): JsonSchema {
  const [inner, canBeNull] = isNonNullType(type) ? [type.ofType, false] : [type, true];
  const kind = { type: typeName(inner) };
  const told = words(inner, name);
  // Records or null are the usual answer, and go without saying where room counts.
  const isUsual = encoding === "compact" && canBeNull && isObjectType(getNamedType(inner));
  if (isUsual && Object.keys(told).length === 0) return { type: "object" };
  const result = { ...(isUsual ? {} : canBeNull ? orNull(kind, encoding) : kind), ...told };
  return { type: "object", properties: { result } };
}

function typeName(type: GraphQLOutputType): string {
  if (isListType(type)) return "array";
  if (isObjectType(type)) return "object";
  return isEnumType(type) ? "string" : (leafTypes[String(type)] ?? "string");
}

/** The name of the records' type, unless the operation's says it. */
function words(type: GraphQLOutputType, operation: string): JsonSchema {
  const inner = isListType(type) ? type.ofType : type;
  const named = isNonNullType(inner) ? inner.ofType : inner;
  if (!isObjectType(named)) return {};
  const { name } = itemsOf(named) ?? named;
  return isEcho(name, [operation, "payload"]) ? {} : { description: name };
}
