import { type JsonSchema, referenceTo } from "../json.js";
import { patternAmong, patternOf } from "./name-patterns.js";

type Properties = Readonly<Record<string, JsonSchema>>;

/** To shorten the schema, combines properties with the same schema and no description into one entry of `patternProperties`. */
export function mergeProperties(schema: JsonSchema): JsonSchema {
  if (schema.properties === undefined || schema.patternProperties !== undefined) return schema;
  const { type, properties, ...rest } = schema;
  const alone: Record<string, JsonSchema> = {};
  const patterns: Record<string, JsonSchema> = {};
  for (const [value, names] of groupBySchema(properties as Properties)) {
    if (names.length > 1 && value.description === undefined) patterns[patternOf(names)] = value;
    else for (const name of names) alone[name] = value;
  }
  const [only, ...others] = Object.entries(alone);
  const hasPatterns = Object.keys(patterns).length > 0;
  // If the patterns cover all properties except one, a further pattern is shorter than the keyword `properties` for the last property.
  const isShorter = only && others.length === 0 && hasPatterns;
  if (isShorter) patterns[patternOf([only[0]])] = only[1];
  return {
    ...(type !== undefined && { type }),
    ...(only && !isShorter && { properties: alone }),
    ...(hasPatterns && { patternProperties: patterns }),
    ...rest,
  };
}

function groupBySchema(properties: Properties): [JsonSchema, string[]][] {
  const groups = new Map<string, [JsonSchema, string[]]>();
  for (const [name, schema] of Object.entries(properties)) {
    const key = JSON.stringify(schema);
    const group = groups.get(key) ?? [schema, []];
    group[1].push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const minOperators = 3;
// Name of the definition of the shared operators. The name is short because each filter type contains the name.
const sharedName = "Is";

/** Operators of a filter type: in `one`, those that take a value; in `many`, those that take a list of values; in `fixed`, the others. */
interface OperatorSet {
  readonly definition: string;
  readonly value: JsonSchema;
  readonly one: readonly string[];
  readonly many: readonly string[];
  readonly fixed: Properties;
}

/** Moves the operator names of similar filter types to a shared definition, so that each type adds only the schema of its values. */
export function shareOperators(definitions: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> {
  const shared = new Map(definitions);
  const sets = [...definitions].flatMap(([definition, schema]) => readSet(definition, schema) ?? []);
  for (const alike of groupSets(sets)) {
    const [first, ...others] = alike;
    if (!first || others.length === 0) continue;
    const { one, many, fixed } = first;
    const name = freeName(shared);
    for (const { definition, value } of alike) {
      const takes = {
        [patternAmong(one, [...many, ...Object.keys(fixed)])]: value,
        [patternAmong(many, [...one, ...Object.keys(fixed)])]: { items: value },
      };
      shared.set(definition, { ...referenceTo(name), patternProperties: takes });
    }
    shared.set(name, {
      type: "object",
      ...(Object.keys(fixed).length > 0 && { properties: fixed }),
      patternProperties: { [patternOf(one)]: {}, [patternOf(many)]: { type: "array" } },
      additionalProperties: false,
    });
  }
  return shared;
}

function readSet(definition: string, schema: JsonSchema): OperatorSet | undefined {
  const { type, properties, additionalProperties, ...more } = schema;
  if (type !== "object" || additionalProperties !== false || properties === undefined || Object.keys(more).length > 0) return undefined;
  const found = groupBySchema(properties as Properties);
  const [value, one] = found.reduce<[JsonSchema, string[]]>((most, group) => (group[1].length > most[1].length ? group : most), [{}, []]);
  const many = found.find(([other]) => JSON.stringify(other) === JSON.stringify({ type: "array", items: value }))?.[1];
  if (!many || one.length < minOperators || value.description !== undefined) return undefined;
  const others = found.flatMap(([other, names]) => (names === one || names === many ? [] : names.map((name) => [name, other] as const)));
  return { definition, value, one, many, fixed: Object.fromEntries(others) };
}

/** Groups the filter types whose operators differ only in the schema of the values. */
function groupSets(sets: readonly OperatorSet[]): Iterable<OperatorSet[]> {
  const found = new Map<string, OperatorSet[]>();
  for (const set of sets) {
    const fixed = fixedElsewhere(set, sets);
    const alike = { ...set, one: set.one.filter((name) => !(name in fixed)), fixed: { ...set.fixed, ...fixed } };
    const key = JSON.stringify([alike.one, alike.many, alike.fixed]);
    found.set(key, [...(found.get(key) ?? []), alike]);
  }
  return found.values();
}

/**
 * Returns the operators that are in `one` only by coincidence: in other filter types with the same operators, they are in `fixed`. For
 * example, `isNull` takes a boolean, and so does `equalTo` of a boolean filter.
 */
function fixedElsewhere(set: OperatorSet, sets: readonly OperatorSet[]): Properties {
  const names = ({ one, many, fixed }: OperatorSet) => [...one, ...many, ...Object.keys(fixed)].sort().join();
  const size = Object.keys(set.fixed).length;
  const other = sets.find((candidate) => names(candidate) === names(set) && Object.keys(candidate.fixed).length > size);
  const equal = Object.entries(other?.fixed ?? {}).filter(
    ([name, schema]) => set.one.includes(name) && JSON.stringify(schema) === JSON.stringify(set.value),
  );
  return Object.fromEntries(equal);
}

function freeName(definitions: ReadonlyMap<string, JsonSchema>): string {
  let name = sharedName;
  while (definitions.has(name)) name += "_";
  return name;
}
