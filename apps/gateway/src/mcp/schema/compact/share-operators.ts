import { type JsonSchema, referenceTo } from "../json.js";
import { bySchema } from "./fold-properties.js";
import { patternAmong, patternOf } from "./name-patterns.js";

const minSets = 2;
const minOperators = 3;
// Short, because every field of a filter references it.
const conditions = "Is";

/** Operators of a filter type, by the value that they take. */
interface OperatorSet {
  readonly definition: string;
  readonly value: JsonSchema;
  /** Operators that take one value (`one`), a list of values (`many`), or something else (`fixed`). */
  readonly one: readonly string[];
  readonly many: readonly string[];
  readonly fixed: Readonly<Record<string, JsonSchema>>;
}

/**
 * Moves operator names that several filters share to one definition; each filter then only adds the schema of its values. The result
 * accepts the same input.
 */
export function shareOperators(definitions: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> {
  const shared = new Map(definitions);
  const sets = [...definitions].flatMap(([definition, schema]) => readSet(definition, schema) ?? []);
  for (const alike of groups(sets)) {
    if (alike.length < minSets) continue;
    const [{ one, many, fixed } = { one: [], many: [], fixed: {} }] = alike;
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

/** Reads the operators of a definition; undefined if it has other keywords. */
function readSet(definition: string, schema: JsonSchema): OperatorSet | undefined {
  const { type, properties, additionalProperties, ...more } = schema;
  if (type !== "object" || additionalProperties !== false || properties === undefined || Object.keys(more).length > 0) return undefined;
  const found = bySchema(properties as Record<string, JsonSchema>);
  const [value, one] = found.reduce<[JsonSchema, string[]]>((most, group) => (group[1].length > most[1].length ? group : most), [{}, []]);
  const many = found.find(([other]) => JSON.stringify(other) === JSON.stringify({ type: "array", items: value }))?.[1];
  if (!many || one.length < minOperators || value.description !== undefined) return undefined;
  const others = found.flatMap(([other, names]) => (names === one || names === many ? [] : names.map((name) => [name, other] as const)));
  return { definition, value, one, many, fixed: Object.fromEntries(others) };
}

/** Groups the sets that differ only in their value. */
function groups(sets: readonly OperatorSet[]): OperatorSet[][] {
  const found = new Map<string, OperatorSet[]>();
  for (const set of sets) {
    const fixed = fixedElsewhere(set, sets);
    const one = set.one.filter((name) => !(name in fixed));
    const alike = { ...set, one, fixed: { ...set.fixed, ...fixed } };
    const key = JSON.stringify([one, set.many, alike.fixed]);
    found.set(key, [...(found.get(key) ?? []), alike]);
  }
  return [...found.values()];
}

/** Finds operators that take a fixed schema in other sets, but here happen to equal the value: `isNull` in a filter of booleans. */
function fixedElsewhere({ one, many, value, fixed }: OperatorSet, sets: readonly OperatorSet[]): Record<string, JsonSchema> {
  const names = (set: Pick<OperatorSet, "one" | "many" | "fixed">) => [...set.one, ...set.many, ...Object.keys(set.fixed)].sort().join();
  const other = sets.find((set) => names(set) === names({ one, many, fixed }) && Object.keys(set.fixed).length > Object.keys(fixed).length);
  const chance = Object.entries(other?.fixed ?? {}).filter(
    ([name, schema]) => one.includes(name) && JSON.stringify(schema) === JSON.stringify(value),
  );
  return Object.fromEntries(chance);
}

function freeName(definitions: ReadonlyMap<string, JsonSchema>): string {
  let name = conditions;
  while (definitions.has(name)) name += "_";
  return name;
}
