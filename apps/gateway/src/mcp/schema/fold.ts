import type { JsonSchema } from "./json.js";

const fewestMembers = 2;
const fewestPairs = 2;
const longestBrackets = 2;

/**
 * Says once for all properties of one schema and without words of their own what these have to be, by a pattern that is the list of their names.
 * The properties that must be there, and whatever has words, keep their places.
 */
export function foldProperties(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const groups = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(properties)) {
    const key = JSON.stringify(schema);
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const [alone, patterns]: Record<string, JsonSchema>[] = [{}, {}];
  for (const [key, names] of groups) {
    const schema = JSON.parse(key) as JsonSchema;
    if (names.length >= fewestMembers && schema.description === undefined) patterns[patternOf(names)] = schema;
    else for (const name of names) alone[name] = schema;
  }
  // One alone among patterns is shorter as a pattern of its own.
  const [only, ...others] = Object.entries(alone);
  if (only && others.length === 0 && Object.keys(patterns).length > 0)
    return { patternProperties: { ...patterns, [patternOf([only[0]])]: only[1] } };
  return {
    ...(Object.keys(alone).length > 0 && { properties: alone }),
    ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
  };
}

/** A pattern that these names match and nothing else; what several end on is said once. */
export function patternOf(names: readonly string[]): string {
  const [only = "", ...others] = names;
  return others.length === 0 ? `^${only}$` : `^(${alternatives(names)})$`;
}

function alternatives(names: readonly string[]): string {
  const shared = sharedEnding(names);
  if (shared.length > longestBrackets) return `(${names.map((name) => name.slice(0, -shared.length)).join("|")})${shared}`;
  const ending = endings(names).find((one) => pairsOf(names, one).length >= fewestPairs);
  if (ending === undefined) return names.join("|");
  const stems = pairsOf(names, ending);
  const paired = new Set(stems.flatMap((stem) => [stem, stem + ending]));
  const first = sharedEnding(stems).length > longestBrackets ? alternatives(stems) : `(${stems.join("|")})`;
  return [...names.filter((name) => !paired.has(name)), `${first}(${ending})?`].join("|");
}

function sharedEnding(names: readonly string[]): string {
  const [first = ""] = names;
  const start = [...first].findIndex(
    (_, at) => at > 0 && names.every((name) => name.length > first.length - at && name.endsWith(first.slice(at))),
  );
  return start < 0 ? "" : first.slice(start);
}

/** What a longer name adds to a shorter one. */
function endings(names: readonly string[]): string[] {
  return names.flatMap((stem) => names.flatMap((name) => (name !== stem && name.startsWith(stem) ? [name.slice(stem.length)] : [])));
}

function pairsOf(names: readonly string[], ending: string): string[] {
  return names.filter((name) => names.includes(name + ending));
}
