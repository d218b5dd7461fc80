import type { FormReasonSet } from "../generated/types.js";
import type { Fact } from "./mine.js";
import { attributeOf } from "./words/attributes.js";
import { thingClassOf } from "./words/things.js";

/** A reason that an answer was sorted into, of the form's reason set. */
export interface Reason {
  /** Its key. */
  broad: string;
  /** What it means, as the team wrote it: reasons that mean the same are a family. */
  family: string;
}

export interface Sorted {
  reasons: Reason[];
  /** The key that was chosen; the first of several. */
  reasonOutcome: string | null;
}

/** What was answered, as far as reasons go. `names`: what the question may be called. */
export interface Reasoned {
  names: readonly string[];
  value: unknown;
  facts: readonly Fact[];
}

/**
 * Sorts an answer into the reasons of a set: the keys that were chosen; for words of somebody's own, the reasons that speak of what the facts
 * in them are about. A set that names no question takes every choice of one of its keys, and no words.
 */
export function sortIntoReasons(set: FormReasonSet | null, { names, value, facts }: Reasoned): Sorted {
  const asked = [set?.questionKey, set?.questionId].filter((name) => typeof name === "string");
  if (!set || (asked.length > 0 && !asked.some((name) => names.includes(name)))) return { reasons: [], reasonOutcome: null };
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const chosen = set.reasons.filter(({ key }) => values.includes(key));
  const said = asked.length > 0 ? set.reasons.filter((reason) => speaksOf(reason, facts)) : [];
  const all = [...new Set([...chosen, ...said])];
  const first = values.find((one) => chosen.some(({ key }) => key === one));
  return { reasons: all.map(({ key, what }) => ({ broad: key, family: what })), reasonOutcome: typeof first === "string" ? first : null };
}

/** Classes that nearly every text has something of. */
const tooWide = new Set(["general", "level", "product", "order"]);

function speaksOf({ key, what }: FormReasonSet["reasons"][number], facts: readonly Fact[]): boolean {
  const words = `${key} ${what}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  const classes = new Set(words.flatMap(classesOf).filter((name) => !tooWide.has(name)));
  return facts.some((fact) => [fact.attributeClass, fact.subjectClass, fact.thingClass].some((name) => name !== null && classes.has(name)));
}

function classesOf(word: string): string[] {
  const singular = word.replace(/s$/, "");
  const named = [attributeOf(word, singular)?.class, thingClassOf([word]) ?? thingClassOf([singular])];
  return named.filter((name) => typeof name === "string");
}
