import type { JsonSchema } from "../json.js";
import { patternOf } from "./name-patterns.js";

const minMembers = 2;

/** Folds the properties of an object schema, see foldProperties; returns other schemas unchanged. */
export function foldObject(schema: JsonSchema): JsonSchema {
  if (schema.properties === undefined || schema.patternProperties !== undefined) return schema;
  const { type, properties, ...rest } = schema;
  return { ...(type !== undefined && { type }), ...foldProperties(properties as Record<string, JsonSchema>), ...rest };
}

/**
 * Merges properties that share a schema without a description into one patternProperties entry, whose pattern lists their names.
 * Properties with a description stay.
 */
export function foldProperties(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const alone: Record<string, JsonSchema> = {};
  const patterns: Record<string, JsonSchema> = {};
  for (const [schema, names] of bySchema(properties)) {
    if (names.length >= minMembers && schema.description === undefined) patterns[patternOf(names)] = schema;
    else for (const name of names) alone[name] = schema;
  }
  // A single remaining property is shorter as a pattern.
  const [only, ...others] = Object.entries(alone);
  if (only && others.length === 0 && Object.keys(patterns).length > 0)
    return { patternProperties: { ...patterns, [patternOf([only[0]])]: only[1] } };
  return {
    ...(Object.keys(alone).length > 0 && { properties: alone }),
    ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
  };
}

/** Groups property names by schema. */
export function bySchema(properties: Readonly<Record<string, JsonSchema>>): [JsonSchema, string[]][] {
  const groups = new Map<string, [JsonSchema, string[]]>();
  for (const [name, schema] of Object.entries(properties)) {
    const key = JSON.stringify(schema);
    const group = groups.get(key) ?? [schema, []];
    group[1].push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}
