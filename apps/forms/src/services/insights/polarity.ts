import type { Word } from "./tokenizer.js";
import { comparedOf, setOf } from "./words/lexicon.js";

export interface Modifiers {
  isNegated: boolean;
  /** Factor above 1 for words like "very" and below 1 for words like "slightly". */
  strength: number;
  /** True for an excess, such as "too small". */
  isTooMuch: boolean;
  /** True for a wish, such as "could be cheaper". */
  isWished: boolean;
  isLess: boolean;
}

export const minPolarity = 0.1;
const strongPolarity = 0.6;

const tooMuch = -0.4;
const wished = -0.4;
const praise = 0.9;
/** Factor by which a negation multiplies the polarity. The absolute value is below 1, because "not good" is weaker than "bad". */
const negation = -0.6;

/** Returns the polarity of a word with its modifiers, from -1 to 1, rounded to hundredths. */
export function polarityOf(own: number, { isNegated, strength, isTooMuch, isWished, isLess }: Modifiers): number {
  if (isWished) return isNegated ? praise : wished;
  const base = isTooMuch && own >= 0 ? tooMuch : own;
  const said = base * strength * (isLess ? negation : 1) * (isNegated ? negation : 1);
  return Math.round(Math.min(1, Math.max(-1, said)) * 100) / 100 + 0;
}

/** Converts a polarity to an integer from -2 to 2: ±2 for absolute values from 0.6, ±1 for absolute values from 0.1, else 0. */
export function bandOf(polarity: number): number {
  const size = Math.abs(polarity);
  return (size >= strongPolarity ? 2 : size >= minPolarity ? 1 : 0) * Math.sign(polarity) + 0;
}

const negators = setOf("not n't nt never no hardly barely neither nor without cannot nothing nobody none isnt wasnt dont");
const stronger = setOf(
  "very really so extremely super incredibly absolutely totally truly highly exceptionally insanely way much far especially",
);
const weaker = setOf("slightly somewhat bit little rather fairly kinda sorta mildly partly");
const wishes = setOf("could should wish need needs must if");

/** Verbs whose negation negates the rest of the clause, as in "I don't think the price is fair". */
const thoughts = setOf("think believe feel find");

/** Maximum distance in words between a modifier and its word. */
const reach = 4;

/** Returns the modifiers of the word at `index` in a clause. `from` is the index after the previous opinion. */
export function modifiersOf(clause: readonly Word[], index: number, from: number): Modifiers {
  const texts = clause.slice(0, index + 1).map(({ text }) => text);
  const start = Math.max(from, index - reach);
  const [beforeLast, last] = [texts[index - 2] ?? "", texts[index - 1] ?? ""];
  const isNegated = texts.some(
    (text, at) => at < index && negators.has(text) && texts[at + 1] !== "only" && (at >= start || thoughts.has(texts[at + 1] ?? "")),
  );
  return {
    isNegated,
    strength: [beforeLast, last].some((word) => stronger.has(word)) ? 1.3 : [beforeLast, last].some((word) => weaker.has(word)) ? 0.7 : 1,
    isTooMuch: last === "too" || (beforeLast === "too" && last === "much"),
    isWished:
      (isCompared(clause[index], last) && texts.slice(0, index).some((word) => wishes.has(word))) ||
      (isPreferred(clause, index) && !isNegated),
    isLess: last === "less" || last === "least",
  };
}

/** Returns true for a comparative, such as "cheaper" or "more helpful". */
const isCompared = (word: Word | undefined, before: string) =>
  word !== undefined && (before === "more" || word.text === "better" || comparedOf(word.text) !== undefined);

/** Returns true for a word after "would rather" or "would prefer", which express a wish. */
export function isPreferred(clause: readonly Word[], index: number): boolean {
  return clause
    .slice(0, index)
    .some(({ text }, at) => isWould(text) && ["rather", "prefer"].includes(clause[at + 1]?.text ?? "") && at + 1 < index);
}

export const isWould = (text: string): boolean => text === "would" || text === "'d";
