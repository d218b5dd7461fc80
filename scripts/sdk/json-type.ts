/** A JSON Schema from zod, or from a format of packages/shared. */
export interface JsonSchema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  required?: readonly string[];
}

const simple: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Returns the TypeScript type of the values that a JSON Schema accepts. */
export function jsonType(schema: JsonSchema): string {
  const { type, enum: values, const: value, anyOf, oneOf, items } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (anyOf ?? oneOf) return unique((anyOf ?? oneOf ?? []).map(jsonType));
  if (Array.isArray(type)) return unique(type.map((one) => jsonType({ ...schema, type: one })));
  if (type === "array") return `Array<${jsonType(items ?? {})}>`;
  if (type === "object") return objectType(schema);
  return simple[type ?? ""] ?? "unknown";
}

function objectType({ properties, additionalProperties, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${key(name)}${required.includes(name) ? "" : "?"}: ${jsonType(field)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const values = typeof additionalProperties === "object" ? jsonType(additionalProperties) : "unknown";
  return `{ [name: string]: ${values} }`;
}

const unique = (types: readonly string[]): string => [...new Set(types)].join(" | ");

export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
