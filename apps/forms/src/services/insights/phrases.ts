import { isNoun } from "./clauses.js";
import type { Word } from "./tokenizer.js";
import { attributeOf, feelingOf, judgementOf } from "./words/attributes.js";
import { namesNothing, thingClassOf } from "./words/things.js";

/** A noun phrase: adjacent nouns of a clause. */
export interface Phrase {
  /** Word range within the clause, end exclusive. */
  from: number;
  to: number;
  /** Lemmas of its nouns, "customer service team". */
  name: string;
  class: string | null;
  isName: boolean;
  /** "of the fabric", "for the price": a prepositional phrase, not the subject. */
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
    if (!lemmas.every(namesNothing)) {
      const isAside = leadIn(clause, from)?.tag === "ADP";
      const name = lemmas.join(" ").slice(0, maxLetters);
      phrases.push({ from, to, name, class: thingClassOf(lemmas), isName: nouns.some(({ tag }) => tag === "PROPN"), isAside });
    }
    from = to;
  }
  return phrases;
}

/** True for a noun without sentiment. The first word of a sentence may be mistagged. Numbers, symbols and URLs do not count. */
const isPart = (word: Word | undefined): boolean =>
  word !== undefined &&
  (isNoun(word) || isThingInDoing(word)) &&
  /^\p{L}[\p{L}\p{M}\p{N}'.-]+$/u.test(word.text) &&
  !attributeOf(word.text, word.lemma) &&
  feelingOf(word.lemma) === undefined &&
  judgementOf(word.lemma) === undefined;

/** "Fast shipping": tagged as a verb. */
const isThingInDoing = ({ tag, text }: Word) => tag === "VERB" && text.endsWith("ing") && thingClassOf([text]) !== null;

/** The first word of a sentence is tagged as a proper noun, with its plural unchanged. */
function nameOf({ tag, text, lemma: base }: Word): string {
  const lemma = tag === "VERB" ? text : base.replace(/'s?$/, "");
  const shorter = lemma.replace(/s$/, "");
  return tag === "PROPN" && thingClassOf([shorter]) !== null ? shorter : lemma;
}

/** The word before a phrase, its article and its adjectives. */
function leadIn(clause: readonly Word[], from: number): Word | undefined {
  let before = from - 1;
  while (before >= 0 && ["DET", "ADJ", "NUM", "ADV"].includes(clause[before]?.tag ?? "")) before -= 1;
  if (clause[before]?.tag === "PRON" && clause[before - 1]?.tag === "ADP") before -= 1;
  return clause[before];
}
