export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * `full` contains everything. `short` is the form in the default list of tools: most fields of a filter and all sort orders are only in the
 * description, bounds are missing because most descriptions contain them, and null is missing if the description does not mention null.
 */
export type SchemaForm = "full" | "short";

export const scalarTypes: Readonly<Record<string, string>> = {
  Int: "integer",
  Float: "number",
  String: "string",
  ID: "string",
  Boolean: "boolean",
};

/** Some clients drop each `anyOf` other than this one, and lists of types. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

/** Returns the schema that `orNull` was called with, or the schema itself. */
export function notNull(schema: JsonSchema): JsonSchema {
  return (schema.anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
}

const bounds = new Set([
  ...["minLength", "maxLength", "pattern", "minimum", "maximum"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);
const maxValues = 30;

/** Removes bounds at any depth, and the values of a list that is longer than any enum of states. */
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
