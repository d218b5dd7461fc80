export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Form of a tool's JSON Schema. The form `full` contains all arguments, filter fields and bounds. The default list of tools uses the form
 * `short`. In the form `short`, most filter fields and all sort orders occur only in the description. The form `short` has no bounds,
 * because most descriptions contain the bounds. The form `short` allows null only where the description mentions null.
 */
export type SchemaForm = "full" | "short";

export const scalarTypes: Readonly<Record<string, string>> = {
  Int: "integer",
  Float: "number",
  String: "string",
  ID: "string",
  Boolean: "boolean",
};

/**
 * Adds null with `anyOf`, because some clients drop a list of types such as `["string", "null"]`. Some clients keep an `anyOf` only if its
 * two schemas are a type and null.
 */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

/** Returns the schema without the null that `orNull` added. */
export function notNull(schema: JsonSchema): JsonSchema {
  return (schema.anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
}

const bounds = new Set([
  ...["minLength", "maxLength", "pattern", "minimum", "maximum"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);
const maxValues = 30;

/** Removes bounds at any depth. Removes the values of an enum with more than 30 values. */
export function shortened(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties, enum: values, ...rest } = schema;
  const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !bounds.has(keyword)));
  const isLong = Array.isArray(values) && values.length > maxValues;
  return {
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(shortened) }),
    ...kept,
    ...(values !== undefined && !isLong && { enum: values }),
    ...(items !== undefined && { items: shortened(items as JsonSchema) }),
    ...(properties !== undefined && { properties: shortenedFields(properties as Record<string, JsonSchema>) }),
    ...(isLong && { description: `One of ${values.length} names, e.g. ${values.slice(0, 3).join(", ")}.` }),
  };
}

function shortenedFields(fields: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shortened(schema)]));
}
