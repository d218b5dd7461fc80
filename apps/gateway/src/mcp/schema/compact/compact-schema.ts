import { isObject } from "@offergraph/shared/json/exact-json";
import { replaceReferences } from "../inline.js";
import { count, isNull, type JsonSchema, mapMembers, nameIn, orNull, referenceTo } from "../json.js";

/** Returns a shorter JSON Schema that accepts the same values. */
export function compactSchema(schema: JsonSchema): JsonSchema {
  let root = mapMembers(schema, closeByNumber) as JsonSchema;
  for (const name of Object.keys((schema.$defs as JsonSchema | undefined) ?? {})) root = atArgument(withNull(root, name), name);
  return root;
}

/** If null is allowed wherever the definition `name` is referenced, moves null into the definition. */
function withNull(root: JsonSchema, name: string): JsonSchema {
  const reference = JSON.stringify(referenceTo(name));
  const nullable = `"anyOf":[${reference},{"type":"null"}]`;
  const text = JSON.stringify(root);
  const $defs = root.$defs as Record<string, JsonSchema>;
  const definition = orNull($defs[name] ?? {}, "compact");
  if (count(text, nullable) !== count(text, reference.slice(1, -1)) || definition.anyOf) return root;
  const { $defs: changed, ...rest } = withoutNull(root, name) as JsonSchema;
  return { ...rest, $defs: { ...(changed as JsonSchema), [name]: definition } };
}

/** Replaces each `anyOf` of the definition `name` and null with a reference to the definition. */
function withoutNull(part: unknown, name: string): unknown {
  const mapped = mapMembers(part, (member) => withoutNull(member, name));
  if (!isObject(mapped) || !Array.isArray(mapped.anyOf)) return mapped;
  const { anyOf, ...rest } = mapped;
  const [first, second, ...more] = anyOf as JsonSchema[];
  return nameIn(first?.$ref) === name && isNull(second) && more.length === 0 ? { ...referenceTo(name), ...rest } : mapped;
}

/**
 * If an argument is only a reference to the definition `name`, moves the definition to the argument, and points other references there.
 * Returns the schema unchanged if the result is not shorter.
 */
function atArgument(root: JsonSchema, name: string): JsonSchema {
  const { properties, $defs, ...rest } = root as Record<string, Record<string, JsonSchema>>;
  const argument = Object.keys(properties ?? {}).find((one) => isBare(properties?.[one], name));
  const { [name]: definition, ...others } = $defs ?? {};
  if (argument === undefined || !definition) return root;
  const put = (part: unknown) =>
    replaceReferences(part, (given) => (given === name ? { $ref: `#/properties/${argument}` } : undefined), "compact") as JsonSchema;
  const { $ref: _, ...words } = properties?.[argument] ?? {};
  const moved = {
    ...rest,
    properties: { ...put(properties), [argument]: { ...put(definition), ...words } },
    ...(Object.keys(others).length > 0 && { $defs: put(others) }),
  };
  return JSON.stringify(moved).length < JSON.stringify(root).length ? moved : root;
}

/** True if a schema is only a reference to the definition `name`, with or without a description. */
function isBare({ $ref, description: _, ...siblings }: JsonSchema = {}, name: string): boolean {
  return nameIn($ref) === name && Object.keys(siblings).length === 0;
}

/** If all properties of an object are required, replaces `additionalProperties: false` with the shorter `maxProperties`. */
function closeByNumber(part: unknown): unknown {
  const mapped = mapMembers(part, (member, key) => (key === "enum" || key === "default" ? member : closeByNumber(member)));
  if (!isObject(mapped)) return mapped;
  const { additionalProperties, ...kept } = mapped;
  const names = isObject(kept.properties) ? Object.keys(kept.properties) : [];
  const required: ReadonlySet<unknown> = new Set(Array.isArray(kept.required) ? kept.required : []);
  const isWhole = names.length > 0 && required.size === names.length && names.every((name) => required.has(name));
  return additionalProperties === false && isWhole && !kept.patternProperties && kept.maxProperties === undefined
    ? { ...kept, maxProperties: names.length }
    : mapped;
}
