import { isObject } from "@offergraph/shared/json/exact-json";
import { type JsonSchema, notNull, orNull } from "./json.js";

// JSON Schema keywords that describe one value. The tool schema omits other keywords, which some clients do not support. The service checks
// the conditions of the omitted keywords.
const simple = new Set([
  ...["type", "description", "enum", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);

/**
 * Adds the schema of `@constraint(schema:)` to a schema. The result accepts all values that are valid for both schemas, and possibly more
 * values. The result has the fields of all alternatives as properties, and no alternatives.
 */
export function addConditions(base: JsonSchema, conditions: JsonSchema | undefined): JsonSchema {
  if (!conditions) return base;
  const { properties, required, items, ...keywords } = withoutAlternatives(conditions);
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const known = (base.properties ?? {}) as Record<string, JsonSchema>;
  const added = fields.flatMap(([name, schema]) => {
    const own = known[name];
    if (own) return [[name, own.anyOf ? { ...own, anyOf: [addInside(notNull(own), schema), { type: "null" }] } : addInside(own, schema)]];
    return schema.type === undefined && !schema.anyOf ? [] : [[name, schema]];
  });
  const needed = [...new Set([...((base.required ?? []) as string[]), ...((required ?? []) as string[])])];
  return {
    ...base,
    ...(base.properties === undefined && keywords),
    ...(base.items === undefined && items !== undefined && { items }),
    ...((base.properties !== undefined || added.length > 0) && { properties: { ...known, ...Object.fromEntries(added) } }),
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Adds only the fields of a nested object, because the base schema already describes the object. */
function addInside(base: JsonSchema, { properties, required }: JsonSchema): JsonSchema {
  return properties === undefined ? base : addConditions(base, { properties, required });
}

function withoutAlternatives(schema: JsonSchema): JsonSchema {
  const alternatives = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).map(withoutAlternatives);
  const own = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const properties = [own, ...alternatives.map((one) => (one.properties ?? {}) as Record<string, JsonSchema>)];
  const names = new Set(properties.flatMap((fields) => Object.keys(fields)));
  const joined = [...names].flatMap((name) => {
    const found = properties.flatMap((fields) => (fields[name] ? [withoutAlternatives(fields[name])] : [])).filter(isTelling);
    return found.length > 0 ? [[name, found.reduce(join)] as const] : [];
  });
  const needed = [...((schema.required ?? []) as string[]), ...neededInAll(alternatives)];
  const { type, ...keywords } = Object.fromEntries(Object.entries(schema).filter(([keyword]) => simple.has(keyword)));
  const [first, ...others] = Array.isArray(type) ? type.filter((one) => one !== "null") : [type ?? (keywords.enum ? "string" : undefined)];
  const plain = {
    ...(first !== undefined && others.length === 0 && { type: first }),
    ...keywords,
    ...(isObject(schema.items) && { items: withoutAlternatives(schema.items) }),
    ...(joined.length > 0 && { properties: Object.fromEntries(joined) }),
    ...(needed.length > 0 && { required: needed }),
  };
  if (!Array.isArray(type) || !type.includes("null")) return plain;
  const { description, ...value } = plain as JsonSchema;
  return { ...orNull(value), ...(description !== undefined && { description }) };
}

function isTelling(schema: JsonSchema): boolean {
  return schema.type !== "null" && Object.keys(schema).length > 0;
}

/** Joins two schemas of the same field, which come from two alternatives. Keeps most keywords only if both schemas have the same value. */
function join(one: JsonSchema, other: JsonSchema): JsonSchema {
  const both = (keyword: string) => keyword in one && keyword in other;
  const kept = Object.keys({ ...one, ...other }).flatMap((keyword) => {
    const [first, second] = [one[keyword], other[keyword]];
    if (keyword === "properties") return [[keyword, joinFields(first as Fields, second as Fields)]];
    if (keyword === "description") return [[keyword, first ?? second]];
    if (!both(keyword)) return [];
    if (keyword === "enum") return [[keyword, [...new Set([...(first as unknown[]), ...(second as unknown[])])]]];
    if (keyword === "required") return [[keyword, (first as string[]).filter((name) => (second as string[]).includes(name))]];
    return JSON.stringify(first) === JSON.stringify(second) ? [[keyword, first]] : [];
  });
  return Object.fromEntries(kept.filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
}

type Fields = Record<string, JsonSchema> | undefined;

function joinFields(one: Fields = {}, other: Fields = {}): Record<string, JsonSchema> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, one[name] && other[name] ? join(one[name], other[name]) : (one[name] ?? other[name] ?? {})]),
  );
}

function neededInAll([first, ...others]: readonly JsonSchema[]): string[] {
  const names = (first?.required ?? []) as string[];
  return names.filter((name) => others.every(({ required }) => (required as string[] | undefined)?.includes(name)));
}
