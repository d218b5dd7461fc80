import { truncate } from "@offergraph/shared/schema/truncate";
import type { Fact } from "../../domain/insights.js";
import { type Opinion, opinionsOf } from "./opinions.js";
import { clausesOf, type Phrase, phrasesOf } from "./phrases.js";
import { bandOf } from "./polarity.js";
import type { Tokenizer, Word } from "./tokenizer.js";
import { isEnglish } from "./words/english.js";
import { attributeOf, doings, feelings, judgements, thingClassOf } from "./words/lexicon.js";

const maxCharacters = 5_000;
export const maxFacts = 50;

/** Extracts the distinct facts of an English text, in the order of the text. Returns no facts for languages other than English. */
export function extractFacts(text: string, tokenizer: Tokenizer): Fact[] {
  const read = truncate(withoutRuns(text), maxCharacters);
  const isKnown = (word: string) => saysSomething(word) || tokenizer.sentimentOf(word) !== 0;
  if (!isEnglish(read, isKnown)) return [];
  const facts = new Map<string, Fact>();
  for (const sentence of tokenizer.sentences(read)) for (const fact of factsOf(sentence, tokenizer)) facts.set(contentOf(fact), fact);
  return [...facts.values()].slice(0, maxFacts);
}

export const contentOf = ({ kind, attribute, subject, thing, polarity }: Fact): string =>
  JSON.stringify([kind, attribute, subject, thing, polarity]);

/** Removes strings of 60 or more characters without a space, such as URLs, because wink-nlp would take seconds. */
const withoutRuns = (text: string) => text.replace(/\S{60,}/g, " ");

function saysSomething(word: string): boolean {
  const forms = [word, word.replace(/(s|ed|d|ing)$/, "")];
  return forms.some(
    (form) => attributeOf(form, form) || thingClassOf([form]) || [feelings, doings, judgements].some((map) => map.has(form)),
  );
}

function* factsOf(sentence: readonly Word[], tokenizer: Tokenizer): Generator<Fact> {
  const isAsked = sentence.at(-1)?.text === "?";
  const mood = tokenizer.sentimentOf(sentence.map(({ text }) => text).join(" "));
  let known: Phrase | undefined;
  for (const clause of clausesOf(sentence)) {
    const phrases = phrasesOf(clause);
    if (!isAsked) for (const opinion of opinionsOf(clause, phrases, known, tokenizer)) yield opinionFact(opinion, mood);
    for (const phrase of phrases) yield mentionFact(phrase);
    known = phrases.find(({ isAside }) => !isAside) ?? known;
  }
}

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

const noOpinion = {
  attribute: null,
  attributeClass: null,
  subject: null,
  subjectClass: null,
  polarity: 0,
  polarityBand: 0,
  polaritySign: 0,
};

function mentionFact({ name, class: thingClass, isName }: Phrase): Fact {
  const confidence = inHundredths(0.5 + (thingClass ? 0.3 : 0) + (isName || name.includes(" ") ? 0.1 : 0));
  return { ...noOpinion, kind: "mention", thing: name, thingClass, confidence };
}

const inHundredths = (value: number) => Math.round(value * 100) / 100;
