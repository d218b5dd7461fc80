import type { Modifiers } from "./polarity.js";
import type { Word } from "./tokenizer.js";
import { comparedOf } from "./words/attributes.js";

const setOf = (words: string) => new Set(words.split(" "));
const negators = setOf("not n't nt never no hardly barely neither nor without cannot nothing nobody none isnt wasnt dont");
const stronger = setOf(
  "very really so extremely super incredibly absolutely totally truly highly exceptionally insanely way much far especially",
);
const weaker = setOf("slightly somewhat bit little rather fairly kinda sorta mildly partly");
const wishes = setOf("could should wish need needs must if");

/** "I don't think the price is fair": negates all that follows. */
const thoughts = setOf("think believe feel find");

/** Maximum distance, in words, between a modifier and the word it modifies. */
const reach = 4;

/** Modifiers of the word at `index` of a clause; `from`: end of the previous opinion. */
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

/** "cheaper", "more helpful". */
const isCompared = (word: Word | undefined, before: string) =>
  word !== undefined && (before === "more" || word.text === "better" || comparedOf(word.text) !== undefined);

/** "I would rather have", "I'd prefer": what follows is a wish. */
export function isPreferred(clause: readonly Word[], index: number): boolean {
  return clause
    .slice(0, index)
    .some(({ text }, at) => isWould(text) && ["rather", "prefer"].includes(clause[at + 1]?.text ?? "") && at + 1 < index);
}

export const isWould = (text: string): boolean => text === "would" || text === "'d";
