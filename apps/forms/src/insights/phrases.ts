import { isNoun } from "./clauses.js";
import type { Word } from "./reader.js";
import { attributeOf, feelingOf, judgementOf } from "./words/attributes.js";
import { namesNothing, thingClassOf } from "./words/things.js";

/** Something that is named: the nouns of a clause that stand together. */
export interface Phrase {
  /** From which of the clause's words up to which, the last one left out. */
  from: number;
  to: number;
  /** Its nouns by their lemmas, "customer service team". */
  name: string;
  class: string | null;
  isName: boolean;
  /** "of the fabric", "for the price": an aside, not what the clause is about. */
  isAside: boolean;
}

const mostLetters = 80;

/** What a clause names, in its order. */
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
      const name = lemmas.join(" ").slice(0, mostLetters);
      phrases.push({ from, to, name, class: thingClassOf(lemmas), isName: nouns.some(({ tag }) => tag === "PROPN"), isAside });
    }
    from = to;
  }
  return phrases;
}

/** A noun, and none that says what something is worth; a sentence's first word may be told as one. Numbers, signs and addresses name nothing. */
const isPart = (word: Word | undefined): boolean =>
  word !== undefined &&
  (isNoun(word) || isThingInDoing(word)) &&
  /^\p{L}[\p{L}\p{M}\p{N}'.-]+$/u.test(word.text) &&
  !attributeOf(word.text, word.lemma) &&
  feelingOf(word.lemma) === undefined &&
  judgementOf(word.lemma) === undefined;

/** "Fast shipping": told as a verb. */
const isThingInDoing = ({ tag, text }: Word) => tag === "VERB" && text.endsWith("ing") && thingClassOf([text]) !== null;

/** A sentence's first word is told as a name, with its plural as it stands. */
function nameOf({ tag, text, lemma: base }: Word): string {
  const lemma = tag === "VERB" ? text : base.replace(/'s?$/, "");
  const shorter = lemma.replace(/s$/, "");
  return tag === "PROPN" && thingClassOf([shorter]) !== null ? shorter : lemma;
}

/** What stands before a phrase and its article and adjectives. */
function leadIn(clause: readonly Word[], from: number): Word | undefined {
  let before = from - 1;
  while (before >= 0 && ["DET", "ADJ", "NUM", "ADV"].includes(clause[before]?.tag ?? "")) before -= 1;
  if (clause[before]?.tag === "PRON" && clause[before - 1]?.tag === "ADP") before -= 1;
  return clause[before];
}
