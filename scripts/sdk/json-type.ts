/** A JSON Schema that zod or a format of packages/shared has written. */
export interface JsonSchema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  $ref?: string;
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
const definitions = "#/$defs/";

/** Returns the TypeScript type of the values that a JSON Schema accepts. `nameOf` returns the type for a `$ref` to a definition. */
export function jsonType(schema: JsonSchema, nameOf: (definition: string) => string = (name) => name): string {
  const { type, enum: values, const: value, anyOf, oneOf, $ref, items } = schema;
  const of = (part: JsonSchema) => jsonType(part, nameOf);
  if ($ref !== undefined) return nameOf($ref.slice(definitions.length));
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (anyOf ?? oneOf) return unique((anyOf ?? oneOf ?? []).map(of));
  if (Array.isArray(type)) return unique(type.map((one) => of({ ...schema, type: one })));
  if (type === "array") return `Array<${of(items ?? {})}>`;
  if (type === "object") return objectType(schema, nameOf);
  return simple[type ?? ""] ?? "unknown";
}

function objectType({ properties, additionalProperties, required = [] }: JsonSchema, nameOf: (name: string) => string): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${key(name)}${required.includes(name) ? "" : "?"}: ${jsonType(field, nameOf)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const values = typeof additionalProperties === "object" ? jsonType(additionalProperties, nameOf) : "unknown";
  return `{ [name: string]: ${values} }`;
}

const unique = (types: readonly string[]): string => [...new Set(types)].join(" | ");

export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
