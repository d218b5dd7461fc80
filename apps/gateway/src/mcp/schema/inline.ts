import { type Encoding, type JsonSchema, nameIn, orNull, referenceTo } from "./json.js";

/**
 * Puts the definitions that a schema refers to into its `$defs`, each under its name; one that is shorter written out, as one that is used once is,
 * stands where it is used. One that contains itself stays.
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
  const definition = definitions.get(name) ?? {};
  const reference = JSON.stringify(referenceTo(name)).slice(1, -1);
  const inDefinition = count(JSON.stringify(definition), reference);
  if (inDefinition > 0) return false;
  const uses = [root, ...definitions.values()].reduce((sum, part) => sum + count(JSON.stringify(part), reference), 0);
  // Without its braces, since it stands among its siblings.
  const length = JSON.stringify(definition).length - 2;
  return uses * length <= uses * reference.length + length + name.length + '"":{},'.length;
}

export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The schema with references replaced by what `find` gives for a definition's name; undefined leaves one as it is. */
export function replaceReferences(part: unknown, find: (name: string) => JsonSchema | undefined, encoding: Encoding): unknown {
  if (Array.isArray(part)) return part.map((item) => replaceReferences(item, find, encoding));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, replaceReferences(value, find, encoding)]));
  if ($ref === undefined) return settle(kept, encoding);
  const definition = find(nameIn($ref) ?? "");
  return definition ? settle(beside(kept, definition), encoding) : { $ref, ...kept };
}

// Keywords that read one another in one schema, and not across two.
const families = [
  ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
  ["prefixItems", "items", "unevaluatedItems"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];

/** A definition among what stood beside its reference. What both speak of holds twice, but for words. */
function beside({ description, ...siblings }: JsonSchema, definition: JsonSchema): JsonSchema {
  const words = description === undefined ? {} : { description };
  const clash = Object.keys(siblings).some(
    (keyword) =>
      keyword in definition || families.some((family) => family.includes(keyword) && family.some((other) => other in definition)),
  );
  if (!clash) return { ...definition, ...siblings, ...words };
  const { allOf = [], ...others } = siblings;
  return { allOf: [definition, ...(allOf as JsonSchema[])], ...others, ...words };
}

/** Alternatives of alternatives as one list; what was a reference or null, with the null in the list of types now that the type is known. */
function settle(schema: JsonSchema, encoding: Encoding): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf: _, ...rest } = schema;
  const anyOf = (schema.anyOf as JsonSchema[]).flatMap((one) =>
    Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
  const [given, other, ...more] = anyOf;
  if (!given || !isNull(other) || more.length > 0) return { ...rest, anyOf };
  const nullable = orNull(given, encoding);
  // An alternative that nothing beside it speaks of may stand there itself.
  return "anyOf" in nullable || Object.keys(rest).some((keyword) => keyword !== "description" && keyword !== "default")
    ? { ...rest, anyOf }
    : { ...nullable, ...rest };
}

export function isNull(schema: JsonSchema | undefined): boolean {
  return schema?.type === "null" && Object.keys(schema).length === 1;
}
