import { isObject } from "@offergraph/shared/json/exact-json";
import type { Bounds } from "@offergraph/shared/schema/directives";
import { formatNamed } from "@offergraph/shared/schema/formats";
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredInputField,
} from "graphql";
import { type JsonSchema, scalarTypes } from "../mcp/schema/json.js";
import type { SchemaSource } from "./operations.js";

const preferredNumber = 10;
const firstOfList = 5;

/** Returns a sample value of the right type and within the bounds. */
export function sampleOf(
  { name, type, description }: Pick<GraphQLArgument | GraphQLInputField, "name" | "type" | "description">,
  coordinate: string,
  source: SchemaSource,
  extra: JsonSchema = {},
): unknown {
  const { schema, ...keywords } = source.constraints.get(coordinate) ?? {};
  const bounds = { ...keywords, ...schema, ...extra };
  const given = [source.samples[coordinate], source.samples[name], ...wordsIn(description ?? "")];
  return ofType(type, bounds, { name, given: given.filter((value) => value !== undefined) }, source);
}

interface Hint {
  readonly name: string;
  /** Sample values from the service's manifest or from the description in the schema. */
  readonly given: readonly unknown[];
}

function ofType(type: GraphQLInputType, bounds: Bounds & JsonSchema, hint: Hint, source: SchemaSource): unknown {
  if ("const" in bounds) return bounds.const;
  if (bounds.type === "null") return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listOf(nullable.ofType, bounds, hint, source);
  const named = getNamedType(nullable);
  if (isEnumType(named))
    return enumValue(
      bounds,
      hint,
      named.getValues().map((value) => value.name),
    );
  if (isInputObjectType(named)) return objectOf(named, bounds, source);
  const own = source.constraints.get(named.name);
  const format = formatNamed(bounds.format ?? own?.format ?? "");
  const schema = { type: scalarTypes[named.name], ...format?.schema, ...own?.schema, ...bounds };
  const passes = (value: unknown) => accepts(schema, value) && format?.check(value) === undefined;
  return hint.given.find(passes) ?? candidates(schema, hint.name).find(passes) ?? fromSchema(schema);
}

function listOf(
  item: GraphQLInputType,
  { minItems = 1, maxItems = 1, items, ...rest }: Bounds & JsonSchema,
  hint: Hint,
  source: SchemaSource,
) {
  const [given] = hint.given.filter(Array.isArray);
  if (given) return given;
  const one = isObject(rest.contains) ? rest.contains : items;
  const bounds = { ...(isInputObjectType(getNamedType(item)) ? {} : rest), ...(isObject(one) ? one : {}) };
  const { contains: _, maxContains: __, type: ___, ...own } = bounds;
  return Array.from({ length: Math.min(Math.max(minItems, 1), maxItems || 1, 2) }, () => ofType(item, own, hint, source));
}

function enumValue({ enum: some }: JsonSchema, { given }: Hint, names: readonly string[]): unknown {
  const allowed = Array.isArray(some) ? some : names;
  return given.find((value) => allowed.some((one) => one === value)) ?? allowed[0];
}

/**
 * Returns an object with the required fields and the fields that the manifest proposes for the type. Adds the first optional field to an
 * empty object. Also adds an optional field to an update whose input would contain only the record's reference.
 */
function objectOf(type: GraphQLInputObjectType, bounds: JsonSchema, source: SchemaSource): Record<string, unknown> {
  const proposed = source.samples[type.name];
  const given = isObject(proposed) ? proposed : {};
  const [one, other] = [caseOf(source.constraints.get(type.name)?.schema ?? {}, given), caseOf(bounds, given)];
  const all = Object.values(type.getFields());
  const required = new Set([...one.required, ...other.required]);
  const wanted = all.filter((field) => isRequiredInputField(field) || required.has(field.name) || field.name in given);
  const isOnlyReference =
    type.name.startsWith("Update") && wanted.every((field) => isLeafType(getNamedType(field.type)) && !(field.name in given));
  const isPartial = (wanted.length === 0 || isOnlyReference) && !type.name.endsWith("Filter");
  const more = isPartial ? all.filter((field) => !wanted.includes(field)).slice(0, 1) : [];
  const sample = (field: GraphQLInputField) =>
    sampleOf(field, `${type.name}.${field.name}`, source, { ...one.properties[field.name], ...other.properties[field.name] });
  return Object.fromEntries([...wanted, ...more].map((field) => [field.name, given[field.name] ?? sample(field)]));
}

/**
 * Merges the properties and required names of a schema and of one of its alternatives. Uses the first alternative that the given values
 * match. By default, uses the first alternative.
 */
function caseOf(schema: JsonSchema, given: JsonSchema): { properties: Readonly<Record<string, JsonSchema>>; required: readonly string[] } {
  const alternatives = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [];
  const alternative = alternatives.find((one) => isCase(one, given)) ?? alternatives[0];
  const inner = alternative ? caseOf(alternative, given) : { properties: {}, required: [] };
  return {
    properties: { ...(schema.properties as Record<string, JsonSchema> | undefined), ...inner.properties },
    required: [...((schema.required as string[] | undefined) ?? []), ...inner.required],
  };
}

function isCase({ properties = {} }: JsonSchema, given: JsonSchema): boolean {
  const schemas = properties as Record<string, JsonSchema>;
  return Object.entries(given).every(([name, value]) => {
    const { const: only, enum: some } = schemas[name] ?? {};
    return (only === undefined || only === value) && (!Array.isArray(some) || some.includes(value));
  });
}

/** Returns candidate values for a scalar. The caller uses the first candidate that the bounds allow. */
function candidates({ minimum, maximum, type }: JsonSchema, name: string): unknown[] {
  if (type === "integer" || type === "number") {
    const wanted = name === "first" ? firstOfList : preferredNumber;
    return [Math.min(Math.max(wanted, Number(minimum ?? wanted)), Number(maximum ?? wanted))];
  }
  if (type === "boolean") return [true];
  const isEnd = /^(to|until|end|before)|(to|until|ends?_at|before|endsAt|expiresAt)$/i.test(name);
  const [day, later] = ["2027-01-01", "2027-02-01"];
  const text = isEnd ? later : day;
  return [...texts, `${text}T00:00:00Z`, text, "10", {}, "12345678-1234-7234-8234-123456789abc"];
}

const texts = ["Example", "example", "eur", "#3a5bd9", "gray", "https://shop.example", "https://shop.example/page", "EXAMPLE"];

/** Returns the example values of a description: the texts in backticks after "e.g." or "for example". */
function wordsIn(description: string): string[] {
  return [...description.matchAll(/(?:e\.g\.|for example) `([^`]+)`/g)].map(([, word]) => word ?? "");
}

/** Checks a value against the JSON Schema keywords that `@constraint` uses for scalars. */
function accepts(schema: JsonSchema, value: unknown): boolean {
  const { type, enum: values, pattern, minLength, maxLength, minimum, maximum, anyOf } = schema;
  if (typeof type === "string" && !types[type]?.(value)) return false;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (Array.isArray(anyOf) && !anyOf.some((one) => accepts(one as JsonSchema, value))) return false;
  if (typeof value === "number") return value >= Number(minimum ?? value) && value <= Number(maximum ?? value);
  if (typeof value !== "string") return true;
  const { length } = value;
  return length >= Number(minLength ?? 0) && length <= Number(maxLength ?? length) && matches(pattern, value);
}

function matches(pattern: unknown, text: string): boolean {
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: Array.isArray,
};

/** Makes a value from a JSON Schema, for scalars that contain objects. */
function fromSchema(schema: JsonSchema): unknown {
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf) && !schema.properties) return fromSchema(schema.anyOf[0] as JsonSchema);
  if (schema.type === "array") return isObject(schema.items) ? [fromSchema(schema.items)] : [];
  if (schema.type === "object" || schema.properties) {
    const { properties, required } = caseOf(schema, {});
    return Object.fromEntries(required.map((name) => [name, fromSchema(properties[name] ?? {})]));
  }
  return candidates(schema, "").find((value) => accepts(schema, value)) ?? null;
}
