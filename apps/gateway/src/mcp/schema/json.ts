/** A JSON Schema (2020-12) as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How schemas are written: as small as they can be said, or for clients that do not know patternProperties and lists of types. */
export type Encoding = "compact" | "plain";

const definitions = "#/$defs/";

/** A reference to a definition of the same schema. */
export function referenceTo(name: string): JsonSchema {
  return { $ref: `${definitions}${name}` };
}

/** The name of the definition that a `$ref` is to. */
export function nameIn(reference: unknown): string | undefined {
  return typeof reference === "string" && reference.startsWith(definitions) ? reference.slice(definitions.length) : undefined;
}

/** Lets a schema take null as well. */
export function orNull(schema: JsonSchema, encoding: Encoding): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  const asAlternative = { anyOf: [schema, { type: "null" }] };
  if (encoding === "plain" || Object.keys(rest).some((keyword) => refusesNull.has(keyword))) return asAlternative;
  const withNull = Array.isArray(values) && { enum: [...values, null] };
  if (typeof type === "string") return { type: [type, "null"], ...withNull, ...rest };
  // The values have their type with them.
  return withNull && type === undefined ? { ...withNull, ...rest } : asAlternative;
}

// Keywords that may refuse a null whatever the type beside them says; all others look at values of their own type only.
const refusesNull = new Set(["$ref", "$dynamicRef", "const", "not", "anyOf", "allOf", "oneOf", "if", "then", "else"]);
