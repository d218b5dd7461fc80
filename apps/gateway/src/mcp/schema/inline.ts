import { type Encoding, type JsonSchema, orNull } from "./json.js";

const prefix = "#/$defs/";

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
    const put = (part: JsonSchema) => replace(part, name, definition, encoding) as JsonSchema;
    root = put(root);
    for (const [other, part] of left) left.set(other, put(part));
  }
  return left.size > 0 ? { ...root, $defs: Object.fromEntries(left) } : root;
}

function isShorterInline(name: string, definitions: ReadonlyMap<string, JsonSchema>, root: JsonSchema): boolean {
  const definition = definitions.get(name) ?? {};
  const reference = `"$ref":"${prefix}${name}"`;
  const inDefinition = count(JSON.stringify(definition), reference);
  if (inDefinition > 0) return false;
  const uses = [root, ...definitions.values()].reduce((sum, part) => sum + count(JSON.stringify(part), reference), 0);
  // Without its braces, since it stands among its siblings.
  const length = JSON.stringify(definition).length - 2;
  return uses * length <= uses * reference.length + length + name.length + '"":{},'.length;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The schema with each reference of this name replaced. */
function replace(part: unknown, name: string, definition: JsonSchema, encoding: Encoding): unknown {
  if (Array.isArray(part)) return part.map((item) => replace(item, name, definition, encoding));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, replace(value, name, definition, encoding)]));
  if ($ref === undefined) return settle(kept, encoding);
  return $ref === `${prefix}${name}` ? settle(beside(kept, definition), encoding) : { $ref, ...kept };
}

/** A definition among what stood beside its reference; what both say holds twice, but for words. */
function beside({ description, ...siblings }: JsonSchema, definition: JsonSchema): JsonSchema {
  const words = description === undefined ? {} : { description };
  if (Object.keys(siblings).some((keyword) => keyword in definition)) return { allOf: [definition], ...siblings, ...words };
  return { ...definition, ...siblings, ...words };
}

/** Alternatives of alternatives as one list; what was a reference or null, with the null in the list of types now that the type is known. */
function settle(schema: JsonSchema, encoding: Encoding): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf: _, ...rest } = schema;
  const anyOf = (schema.anyOf as JsonSchema[]).flatMap((one) =>
    Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
  const [given, other, ...more] = anyOf;
  const isNullable = (typeof given?.type === "string" || Array.isArray(given?.enum)) && other?.type === "null" && more.length === 0;
  return given && isNullable && encoding === "compact" ? { ...orNull(given, encoding), ...rest } : { ...rest, anyOf };
}
