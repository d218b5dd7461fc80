import { truncate } from "@offergraph/shared/schema/truncate";
import type { Word } from "./tokenizer.js";
import { attributeOf, emptyNouns, feelings, judgements, setOf, thingClassOf } from "./words/lexicon.js";

const turns = setOf("but however although though yet while whereas because except otherwise");
const breaks = setOf(", ; : – — - ( ) / …");
const joins = setOf("and or &");

export const isNoun = ({ tag }: Word) => tag === "NOUN" || tag === "PROPN";
export const isVerb = ({ tag }: Word) => tag === "VERB" || tag === "AUX";
const isSubject = (word: Word) => isNoun(word) || word.tag === "PRON";

/** Splits a sentence into clauses at commas, dashes and words like "but". Splits at "and" only if a subject with a verb follows. */
export function clausesOf(sentence: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  sentence.forEach((word, index) => {
    if (isInList(sentence, index)) return;
    const isBreak = word.tag === "PUNCT" && breaks.has(word.text);
    const isTurn = turns.has(word.text) && !isAddition(sentence, index);
    if (isBreak || isTurn || (joins.has(word.text) && beginsAnew(sentence.slice(index + 1)))) clauses.push([]);
    else clauses.at(-1)?.push(word);
  });
  return clauses.filter((clause) => clause.length > 0);
}

/** Returns true for a comma between two adjectives, as in "soft, warm fabric". */
const isInList = (sentence: readonly Word[], index: number) =>
  sentence[index]?.text === "," && sentence[index - 1]?.tag === "ADJ" && sentence[index + 1]?.tag === "ADJ";

/** Returns true for "but also", which does not start a new clause, as in "not only cheap but also sturdy". */
const isAddition = (sentence: readonly Word[], index: number) => sentence[index]?.text === "but" && sentence[index + 1]?.text === "also";

function beginsAnew(rest: readonly Word[]): boolean {
  const end = rest.findIndex(({ tag, text }) => tag === "PUNCT" || tag === "CCONJ" || turns.has(text));
  const clause = end < 0 ? rest : rest.slice(0, end);
  const verb = clause.findIndex(isVerb);
  return clause.slice(0, Math.max(verb, 0)).some(isSubject);
}

export interface Phrase {
  /** Index of the phrase's first word in the clause. `to` is the index after the phrase's last word. */
  from: number;
  to: number;
  name: string;
  class: string | null;
  isName: boolean;
  /** True if the phrase follows a preposition, such as "fabric" in "of the fabric", and therefore is not the subject. */
  isAside: boolean;
}

const maxLetters = 80;

export function phrasesOf(clause: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (let from = 0; from < clause.length; from += 1) {
    let to = from;
    while (isPart(clause[to])) to += 1;
    if (to === from) continue;
    const nouns = clause.slice(from, to);
    const lemmas = nouns.map(nameOf);
    if (!lemmas.every((lemma) => emptyNouns.has(lemma))) {
      const isAside = leadIn(clause, from)?.tag === "ADP";
      const name = truncate(lemmas.join(" "), maxLetters);
      phrases.push({ from, to, name, class: thingClassOf(lemmas), isName: nouns.some(({ tag }) => tag === "PROPN"), isAside });
    }
    from = to;
  }
  return phrases;
}

/** Returns true for a word that can be a part of a phrase: a noun without sentiment. Phrases contain no numbers, symbols or URLs. */
const isPart = (word: Word | undefined): boolean =>
  word !== undefined &&
  (isNoun(word) || isThingInDoing(word)) &&
  /^\p{L}[\p{L}\p{M}\p{N}'.-]+$/u.test(word.text) &&
  !attributeOf(word.text, word.lemma) &&
  !feelings.has(word.lemma) &&
  !judgements.has(word.lemma);

/**
 * Returns true for a word that ends in "-ing" and names a thing, such as "shipping" in "Fast shipping". wink-nlp wrongly tags such words as
 * verbs.
 */
const isThingInDoing = ({ tag, text }: Word) => tag === "VERB" && text.endsWith("ing") && thingClassOf([text]) !== null;

/**
 * Returns the singular of a noun. wink-nlp tags the first word of a sentence as a proper noun, and does not convert proper nouns to the
 * singular.
 */
function nameOf({ tag, text, lemma: base }: Word): string {
  const lemma = tag === "VERB" ? text : base.replace(/'s?$/, "");
  const shorter = lemma.replace(/s$/, "");
  return tag === "PROPN" && thingClassOf([shorter]) !== null ? shorter : lemma;
}

/** Returns the word before a phrase. Skips articles, adjectives, numbers and adverbs that precede the phrase. */
function leadIn(clause: readonly Word[], from: number): Word | undefined {
  let before = from - 1;
  while (before >= 0 && ["DET", "ADJ", "NUM", "ADV"].includes(clause[before]?.tag ?? "")) before -= 1;
  if (clause[before]?.tag === "PRON" && clause[before - 1]?.tag === "ADP") before -= 1;
  return clause[before];
}
