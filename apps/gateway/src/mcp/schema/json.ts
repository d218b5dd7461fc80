import { isObject } from "@offergraph/shared/json/exact-json";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** `compact` makes tools' JSON Schemas short. `plain` avoids `patternProperties` and lists of types, which some clients do not support. */
export type Encoding = "compact" | "plain";

export const scalarTypes: Readonly<Record<string, string>> = {
  Int: "integer",
  Float: "number",
  String: "string",
  ID: "string",
  Boolean: "boolean",
};

const definitions = "#/$defs/";

export function referenceTo(name: string): JsonSchema {
  return { $ref: `${definitions}${name}` };
}

export function nameIn(reference: unknown): string | undefined {
  return typeof reference === "string" && reference.startsWith(definitions) ? reference.slice(definitions.length) : undefined;
}

export function orNull(schema: JsonSchema, encoding: Encoding): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  const asAlternative = { anyOf: [schema, { type: "null" }] };
  if (encoding === "plain" || Object.keys(rest).some((keyword) => refusesNull.has(keyword))) return asAlternative;
  const withNull = Array.isArray(values) && { enum: [...values, null] };
  if (typeof type === "string") return { type: [type, "null"], ...withNull, ...rest };
  return withNull && type === undefined ? { ...withNull, ...rest } : asAlternative;
}

// Keywords that may reject null even if `type` allows null. All other keywords apply only to values of a certain type.
const refusesNull = new Set(["$ref", "$dynamicRef", "const", "not", "anyOf", "allOf", "oneOf", "if", "then", "else"]);

export function isNull(schema: JsonSchema | undefined): boolean {
  return schema?.type === "null" && Object.keys(schema).length === 1;
}

/** Maps the items of a list or the values of an object. Returns other values unchanged. */
export function mapMembers(part: unknown, map: (member: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => map(item));
  return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, map(value, key)])) : part;
}

export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
