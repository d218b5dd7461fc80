import { bySchema } from "./fold.js";
import { type JsonSchema, referenceTo } from "./json.js";
import { patternAmong, patternOf } from "./names.js";

const fewestSets = 2;
const fewestOperators = 3;
// Short, since it is said for every field of a filter.
const conditions = "Is";

/** A filter's operators: what each is given. */
interface OperatorSet {
  readonly definition: string;
  /** The schema of a value. */
  readonly value: JsonSchema;
  /** Operators that take a value, that take a list of them, and that take something else, whatever the value. */
  readonly one: readonly string[];
  readonly many: readonly string[];
  readonly fixed: Readonly<Record<string, JsonSchema>>;
}

/**
 * Definitions in which the filters that have the same operators share one that names them: each of the others only says what values its
 * operators take. A schema made so takes what it took before, neither more nor less.
 */
export function shareOperators(definitions: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> {
  const shared = new Map(definitions);
  const sets = [...definitions].flatMap(([definition, schema]) => readSet(definition, schema) ?? []);
  for (const alike of groups(sets)) {
    if (alike.length < fewestSets) continue;
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

/** The set of a definition; undefined for one that has words, defaults or bounds of its own to tell. */
function readSet(definition: string, schema: JsonSchema): OperatorSet | undefined {
  const { type, properties, additionalProperties, ...more } = schema;
  if (type !== "object" || additionalProperties !== false || properties === undefined || Object.keys(more).length > 0) return undefined;
  const found = bySchema(properties as Record<string, JsonSchema>);
  const [value, one] = found.reduce<[JsonSchema, string[]]>((most, group) => (group[1].length > most[1].length ? group : most), [{}, []]);
  const many = found.find(([other]) => JSON.stringify(other) === JSON.stringify({ type: "array", items: value }))?.[1];
  if (!many || one.length < fewestOperators || value.description !== undefined) return undefined;
  const others = found.flatMap(([other, names]) => (names === one || names === many ? [] : names.map((name) => [name, other] as const)));
  return { definition, value, one, many, fixed: Object.fromEntries(others) };
}

/** The sets that differ in nothing but their value. */
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

/** The operators of a set whose value is, by chance, what they take in other sets of the same operators: a filter's of booleans. */
function fixedElsewhere({ one, many, value, fixed }: OperatorSet, sets: readonly OperatorSet[]): Record<string, JsonSchema> {
  const names = (set: Pick<OperatorSet, "one" | "many" | "fixed">) => [...set.one, ...set.many, ...Object.keys(set.fixed)].sort().join();
  const other = sets.find((set) => names(set) === names({ one, many, fixed }) && Object.keys(set.fixed).length > Object.keys(fixed).length);
  const chance = Object.entries(other?.fixed ?? {}).filter(
    ([name, schema]) => one.includes(name) && JSON.stringify(schema) === JSON.stringify(value),
  );
  return Object.fromEntries(chance);
}

/** A name that no definition has. */
function freeName(definitions: ReadonlyMap<string, JsonSchema>): string {
  let name = conditions;
  while (definitions.has(name)) name += "_";
  return name;
}
