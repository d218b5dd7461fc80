import { isObject } from "@offergraph/shared/json/exact-json";
import { count, type Encoding, isNull, type JsonSchema, mapMembers, nameIn, orNull, referenceTo } from "./json.js";

/**
 * Adds the definitions to the schema's `$defs`. Instead replaces the references to a definition with the definition itself if this shortens
 * the schema, unless the definition is recursive.
 */
export function inlineDefinitions(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>, encoding: Encoding): JsonSchema {
  const left = new Map(definitions);
  let root = schema;
  for (;;) {
    const name = [...left.keys()].find((one) => isShorterInline(one, left, root));
    if (name === undefined) break;
    const definition = left.get(name) ?? {};
    left.delete(name);
    const put = (part: JsonSchema) => replaceReferences(part, (given) => (given === name ? definition : undefined), encoding) as JsonSchema;
    root = put(root);
    for (const [other, part] of left) left.set(other, put(part));
  }
  return left.size > 0 ? { ...root, $defs: Object.fromEntries(left) } : root;
}

function isShorterInline(name: string, definitions: ReadonlyMap<string, JsonSchema>, root: JsonSchema): boolean {
  const text = JSON.stringify(definitions.get(name) ?? {});
  const reference = JSON.stringify(referenceTo(name)).slice(1, -1);
  if (text.includes(reference)) return false;
  const uses = [root, ...definitions.values()].reduce((sum, part) => sum + count(JSON.stringify(part), reference), 0);
  // Length without the two braces, because the definition's keywords replace the keyword `$ref` in an object that already has braces.
  const length = text.length - 2;
  return uses * length <= uses * reference.length + length + name.length + '"":{},'.length;
}

/**
 * Replaces each reference with the schema that `find` returns for the definition's name. Keeps the reference if `find` returns undefined.
 */
export function replaceReferences(part: unknown, find: (name: string) => JsonSchema | undefined, encoding: Encoding): unknown {
  const mapped = mapMembers(part, (member) => replaceReferences(member, find, encoding));
  if (!isObject(mapped)) return mapped;
  const { $ref, ...siblings } = mapped;
  if ($ref === undefined) return simplifyAnyOf(mapped, encoding);
  const definition = find(nameIn($ref) ?? "");
  return definition ? simplifyAnyOf(adjacent(siblings, definition), encoding) : mapped;
}

// Groups of keywords that influence each other if they are in the same schema object.
const families = [
  ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
  ["prefixItems", "items", "unevaluatedItems"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];

/**
 * Merges a definition with the keywords next to a reference to it, or combines both with allOf if the keywords conflict. The description
 * next to the reference replaces the definition's description.
 */
function adjacent({ description, ...siblings }: JsonSchema, definition: JsonSchema): JsonSchema {
  const words = description === undefined ? {} : { description };
  const clash = Object.keys(siblings).some(
    (keyword) =>
      keyword in definition || families.some((family) => family.includes(keyword) && family.some((other) => other in definition)),
  );
  if (!clash) return { ...definition, ...siblings, ...words };
  const { allOf = [], ...others } = siblings;
  return { allOf: [definition, ...(allOf as JsonSchema[])], ...others, ...words };
}

/** Flattens nested anyOf, and replaces an anyOf of a schema and null with a nullable type if possible. */
function simplifyAnyOf(schema: JsonSchema, encoding: Encoding): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf: _, ...rest } = schema;
  const anyOf = (schema.anyOf as JsonSchema[]).flatMap((one) =>
    Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
  const [given, other, ...more] = anyOf;
  if (!given || !isNull(other) || more.length > 0) return { ...rest, anyOf };
  const nullable = orNull(given, encoding);
  // Any other keyword than a description or default could change which values are valid.
  return "anyOf" in nullable || Object.keys(rest).some((keyword) => keyword !== "description" && keyword !== "default")
    ? { ...rest, anyOf }
    : { ...nullable, ...rest };
}
