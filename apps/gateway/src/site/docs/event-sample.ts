export type JsonSchema = Readonly<Record<string, unknown>>;

const texts = ["example", "10", "12.50", "eur", "#3a5bd9", "https://example.com"];
const formats: Readonly<Record<string, string>> = {
  uuid: "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234",
  "date-time": "2026-12-01T12:00:00.000Z",
  date: "2026-12-01",
  uri: "https://example.com",
};

/**
 * Returns a value that a JSON Schema accepts. Objects have all properties, and lists have one item. Uses the first of several alternatives.
 */
export function sampleOf(schema: JsonSchema): unknown {
  const { anyOf, type, format, properties, items, propertyNames, additionalProperties } = schema;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(anyOf)) return sampleOf((anyOf.find((one) => one.type !== "null") ?? {}) as JsonSchema);
  const [name] = [type ?? "object"].flat();
  switch (name) {
    case "string":
      return formats[String(format)] ?? texts.find((text) => accepts(schema, text));
    case "integer":
    case "number":
      return Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? 1));
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return [sampleOf((items ?? {}) as JsonSchema)];
    default: {
      const known = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
      const hasValues = known.length === 0 && typeof additionalProperties === "object" && additionalProperties !== null;
      const extra = hasValues
        ? [[String(sampleOf((propertyNames ?? { type: "string" }) as JsonSchema)), additionalProperties] as const]
        : [];
      return Object.fromEntries([...known, ...extra].map(([key, one]) => [key, sampleOf(one as JsonSchema)]));
    }
  }
}

function accepts({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: JsonSchema, text: string): boolean {
  const { length } = text;
  return length >= Number(minLength) && length <= Number(maxLength) && (typeof pattern !== "string" || new RegExp(pattern).test(text));
}
