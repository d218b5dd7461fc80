import type { AnswerInsights, Fact } from "../../domain/insights.js";
import type { FormReasonSet } from "../../generated/types.js";
import { attributeOf, thingClassOf } from "./words/lexicon.js";

interface Reasoned {
  /** Names by which a reason set may refer to the question. */
  names: readonly string[];
  value: unknown;
  facts: readonly Fact[];
}

/**
 * Assigns an answer to reasons of a set: by chosen keys; for free text, by the classes of its facts. A set that names no question matches
 * any choice of one of its keys, but no free text. `reasonOutcome`: the chosen key, the first of several.
 */
export function sortIntoReasons(
  set: FormReasonSet | null,
  { names, value, facts }: Reasoned,
): Pick<AnswerInsights, "reasons" | "reasonOutcome"> {
  const asked = [set?.questionKey, set?.questionId].filter((name) => typeof name === "string");
  if (!set || (asked.length > 0 && !asked.some((name) => names.includes(name)))) return { reasons: [], reasonOutcome: null };
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const chosen = set.reasons.filter(({ key }) => values.includes(key));
  const said = asked.length > 0 ? set.reasons.filter((reason) => speaksOf(reason, facts)) : [];
  const all = [...new Set([...chosen, ...said])];
  const first = values.find((one) => chosen.some(({ key }) => key === one));
  return { reasons: all.map(({ key, what }) => ({ broad: key, family: what })), reasonOutcome: typeof first === "string" ? first : null };
}

/** Classes too common to distinguish reasons. */
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
