/** A JSON Schema (2020-12) as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How schemas are written: as small as they can be said, or for clients that do not know patternProperties and lists of types. */
export type Encoding = "compact" | "plain";

/** A reference to a definition of the same schema. */
export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** Lets a schema take null as well. */
export function orNull(schema: JsonSchema, encoding: Encoding): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  if (encoding === "compact" && type === undefined && Array.isArray(values)) return { enum: [...values, null], ...rest };
  if (encoding === "plain" || typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return { type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }), ...rest };
}
