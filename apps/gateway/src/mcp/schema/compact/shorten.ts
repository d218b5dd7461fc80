import { count, isNull, replaceReferences } from "../inline.js";
import { type JsonSchema, nameIn, orNull, referenceTo } from "../json.js";

/**
 * Shortens a schema without changing what it accepts: closes objects with maxProperties if all properties are required, makes a
 * definition nullable if every reference is, and moves a definition that is a whole argument to that argument.
 */
export function shorten(schema: JsonSchema): JsonSchema {
  let root = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeByNumber(value)])) as JsonSchema;
  for (const name of Object.keys((schema.$defs as JsonSchema | undefined) ?? {})) root = atArgument(withNull(root, name), name);
  return root;
}

/** Makes a definition nullable if every reference is "this or null". */
function withNull(root: JsonSchema, name: string): JsonSchema {
  const reference = JSON.stringify(referenceTo(name));
  const nullable = `"anyOf":[${reference},{"type":"null"}]`;
  const text = JSON.stringify(root);
  const $defs = root.$defs as Record<string, JsonSchema>;
  const definition = orNull($defs[name] ?? {}, "compact");
  if (count(text, nullable) !== count(text, reference.slice(1, -1)) || definition.anyOf) return root;
  const { $defs: changed, ...rest } = lift(root, name) as JsonSchema;
  return { ...rest, $defs: { ...(changed as JsonSchema), [name]: definition } };
}

/** Replaces "this or null" with the reference. */
function lift(part: unknown, name: string): unknown {
  if (Array.isArray(part)) return part.map((item) => lift(item, name));
  if (typeof part !== "object" || part === null) return part;
  const kept = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, lift(value, name)])) as JsonSchema;
  const { anyOf, ...rest } = kept;
  const [first, second, ...more] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  return nameIn(first?.$ref) === name && isNull(second) && more.length === 0 ? { ...referenceTo(name), ...rest } : kept;
}

/** Moves a definition to the argument that consists of it, if that is shorter. */
function atArgument(root: JsonSchema, name: string): JsonSchema {
  const properties = root.properties as Record<string, JsonSchema>;
  const argument = Object.keys(properties).find((one) => isBare(properties[one], name));
  const { [name]: definition, ...others } = root.$defs as Record<string, JsonSchema>;
  if (argument === undefined || !definition) return root;
  const put = (part: unknown) =>
    replaceReferences(part, (given) => (given === name ? { $ref: `#/properties/${argument}` } : undefined), "compact");
  const { $ref: _, ...words } = properties[argument] ?? {};
  const { $defs: _defs, ...rest } = root;
  const moved = {
    ...rest,
    properties: { ...(put(properties) as JsonSchema), [argument]: { ...(put(definition) as JsonSchema), ...words } },
    ...(Object.keys(others).length > 0 && { $defs: put(others) }),
  };
  return JSON.stringify(moved).length < JSON.stringify(root).length ? moved : root;
}

/** True for a reference to the definition with no sibling but a description. */
function isBare({ $ref, description: _, ...siblings }: JsonSchema = {}, name: string): boolean {
  return nameIn($ref) === name && Object.keys(siblings).length === 0;
}

/** Replaces additionalProperties: false with maxProperties in objects whose properties are all required. */
function closeByNumber(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closeByNumber);
  if (typeof part !== "object" || part === null) return part;
  const { additionalProperties, ...kept } = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, key === "enum" || key === "default" ? value : closeByNumber(value)]),
  ) as JsonSchema;
  const names = kept.properties && typeof kept.properties === "object" ? Object.keys(kept.properties) : [];
  const required = new Set(Array.isArray(kept.required) ? (kept.required as string[]) : []);
  const isWhole = names.length > 0 && required.size === names.length && names.every((name) => required.has(name));
  if (additionalProperties === undefined) return kept;
  return additionalProperties === false && isWhole && !kept.patternProperties && kept.maxProperties === undefined
    ? { ...kept, maxProperties: names.length }
    : { ...kept, additionalProperties };
}
