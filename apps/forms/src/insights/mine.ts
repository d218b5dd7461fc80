import { cutTo } from "@offergraph/shared/schema/cut-to";
import { clausesOf } from "./clauses.js";
import { type Opinion, opinionsOf } from "./opinions.js";
import { type Phrase, phrasesOf } from "./phrases.js";
import { bandOf } from "./polarity.js";
import type { Reader, Word } from "./reader.js";
import { attributeOf, doingOf, feelingOf, judgementOf } from "./words/attributes.js";
import { isEnglish } from "./words/english.js";
import { thingClassOf } from "./words/things.js";

/** Something that a text says (opinion: an attribute of a subject) or names (mention: a thing). */
export interface Fact {
  kind: "opinion" | "mention";
  attribute: string | null;
  attributeClass: string | null;
  subject: string | null;
  subjectClass: string | null;
  thing: string | null;
  thingClass: string | null;
  confidence: number;
  polarity: number;
  polarityBand: number;
  polaritySign: number;
}

/** How much of a text is read, and how many facts are taken from it at most. */
export const mostCharacters = 5_000;
export const mostFacts = 50;

/**
 * Takes the facts from a text, in its order, each once. The same text gives the same facts. A text that is not told to be English
 * gives none: rather nothing than something wrong. What is meant in another way than it is said (sarcasm) is taken as it is said.
 */
export function mine(text: string, reader: Reader): Fact[] {
  const read = cutTo(withoutRuns(text), mostCharacters);
  const isKnown = (word: string) => saysSomething(word) || reader.feelingOf(word) !== 0;
  if (!isEnglish(read, isKnown)) return [];
  const facts = new Map<string, Fact>();
  for (const sentence of reader.sentences(read)) for (const fact of factsOf(sentence, reader)) facts.set(contentOf(fact), fact);
  return [...facts.values()].slice(0, mostFacts);
}

/** What makes a fact of an answer the one it is. */
export const contentOf = ({ kind, attribute, subject, thing, polarity }: Fact): string =>
  JSON.stringify([kind, attribute, subject, thing, polarity]);

/** No word is that long; addresses and signs that run on would take the library seconds. */
const withoutRuns = (text: string) => text.replace(/\S{60,}/g, " ");

function saysSomething(word: string): boolean {
  const lemma = word.replace(/(s|ed|d|ing)$/, "");
  return [word, lemma].some((form) =>
    [attributeOf(form, form), feelingOf(form), doingOf(form), judgementOf(form), thingClassOf([form])].some(Boolean),
  );
}

function* factsOf(sentence: readonly Word[], reader: Reader): Generator<Fact> {
  const isAsked = sentence.at(-1)?.text === "?";
  const mood = reader.feelingOf(sentence.map(({ text }) => text).join(" "));
  let known: Phrase | undefined;
  for (const clause of clausesOf(sentence)) {
    const phrases = phrasesOf(clause);
    if (!isAsked) for (const opinion of opinionsOf(clause, phrases, known, reader)) yield opinionFact(opinion, mood);
    for (const phrase of phrases) yield mentionFact(phrase);
    known = phrases.find(({ isAside }) => !isAside) ?? known;
  }
}

/**
 * Half sure of any opinion; surer when it is known what is meant (0.15) and of what class that is (0.05), when the attribute is on our
 * list (0.2), and when the sentence as a whole feels the same to the library (0.1); less (0.15) when it was said as not so or as a wish.
 */
function opinionFact({ subject, attribute, attributeClass, polarity, isListed, isTurned }: Opinion, mood: number): Fact {
  const isFelt = Math.sign(mood) === Math.sign(polarity);
  const sure = 0.5 + (subject ? 0.15 : 0) + (subject?.class ? 0.05 : 0) + (isListed ? 0.2 : 0) + (isFelt ? 0.1 : 0) - (isTurned ? 0.15 : 0);
  return {
    kind: "opinion",
    attribute,
    attributeClass,
    subject: subject?.name ?? null,
    subjectClass: subject?.class ?? null,
    thing: null,
    thingClass: null,
    confidence: inHundredths(sure),
    polarity,
    polarityBand: bandOf(polarity),
    polaritySign: Math.sign(polarity),
  };
}

/** A mention takes no side. Half sure of any; surer when its class is known (0.3), or when it is a name or of several words (0.1). */
function mentionFact({ name, class: thingClass, isName }: Phrase): Fact {
  return {
    kind: "mention",
    attribute: null,
    attributeClass: null,
    subject: null,
    subjectClass: null,
    thing: name,
    thingClass,
    confidence: inHundredths(0.5 + (thingClass ? 0.3 : 0) + (isName || name.includes(" ") ? 0.1 : 0)),
    polarity: 0,
    polarityBand: 0,
    polaritySign: 0,
  };
}

const inHundredths = (value: number) => Math.round(value * 100) / 100;
