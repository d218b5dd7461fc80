import { isNoun, isVerb, type Phrase } from "./phrases.js";
import { isPreferred, isWould, type Modifiers, minPolarity, modifiersOf, polarityOf } from "./polarity.js";
import type { Tokenizer, Word } from "./tokenizer.js";
import { attributeOf, doings, dueVerbs, feelings, judgements, wantedVerbs } from "./words/lexicon.js";

export interface Opinion {
  subject: Phrase | undefined;
  attribute: string;
  attributeClass: string | null;
  polarity: number;
  /** True if words/lexicon.ts contains the attribute. False for attributes from wink-nlp's lexicon, which have no classes. */
  isListed: boolean;
  /** True for an opinion with a negation or a wish. Opinions with a negation or a wish are less reliable. */
  isTurned: boolean;
}

interface Said {
  class: string | null;
  polarity: number;
  isListed: boolean;
  isVerb: boolean;
  /** True for a verb whose object is the subject of the opinion ("love the fabric"). */
  isFeeling: boolean;
  /** True for a verb that expresses an opinion only after a negation or "stop" ("does not work", "stopped working"). */
  isDue: boolean;
}

const described = new Set(["ADJ", "ADV", "VERB", "INTJ", "PROPN", "SYM"]);
const likeness = new Set(["feel", "look", "seem"]);

/** Returns the opinions of a clause. If a clause has no subject, uses `known`, the last subject of the previous clauses. */
export function opinionsOf(
  clause: readonly Word[],
  phrases: readonly Phrase[],
  known: Phrase | undefined,
  tokenizer: Tokenizer,
): Opinion[] {
  const first = clause[0]?.text ?? "";
  // Conditions and indirect questions are not opinions.
  if (["if", "unless", "whether"].includes(first)) return [];
  const opinions: Opinion[] = [];
  let from = 0;
  clause.forEach((word, index) => {
    const said = saidBy(clause, index, tokenizer);
    if (!said) return;
    const modifiers = modifiersOf(clause, index, from);
    const subject = said.isFeeling ? objectOf(phrases, index) : subjectOf(clause, phrases, index, known);
    // Skips praise such as "couldn't find a better price".
    if (wantedVerbs.has(word.lemma) && !isTaken(clause, index, subject)) return;
    const own = said.isDue ? duePolarity(clause, index, modifiers) : ownPolarity(word, said, subject, clause.slice(0, index));
    if (isSupposed(clause, index) || isElsewhere(clause, index) || (own === 0 && !modifiers.isTooMuch)) return;
    const polarity = polarityOf(own, modifiers);
    if (Math.abs(polarity) < minPolarity) return;
    const isTurned = modifiers.isNegated || modifiers.isWished;
    const attribute = said.isVerb || isNoun(word) ? word.lemma : word.text;
    opinions.push({ subject, attribute, attributeClass: said.class, polarity, isListed: said.isListed, isTurned });
    from = index + 1;
  });
  return opinions;
}

function saidBy(clause: readonly Word[], index: number, tokenizer: Tokenizer): Said | undefined {
  const word = clause[index];
  if (!word) return undefined;
  const said = (polarity: number, name: string, rest: Partial<Said> = {}) => ({
    ...unlisted,
    class: name,
    polarity,
    isListed: true,
    ...rest,
  });
  const feeling = feelings.get(word.lemma);
  // wink-nlp wrongly tags "Love" at the start of a text as a noun.
  if (feeling !== undefined && (word.tag === "VERB" || (index === 0 && isNoun(word))))
    return said(feeling, "general", { isVerb: true, isFeeling: true });
  const doing = word.tag === "VERB" ? doings.get(word.lemma) : undefined;
  const judgement = isNoun(word) ? judgements.get(word.lemma) : undefined;
  if (judgement !== undefined) return said(judgement, "general");
  const attribute = described.has(word.tag) && !isFiller(clause, index) ? attributeOf(word.text, word.lemma) : undefined;
  if (attribute) return said(attribute.polarity, attribute.class);
  if (doing !== undefined) return said(doing, "reliability", { isVerb: true });
  if (word.tag === "VERB" && dueVerbs.has(word.lemma)) return said(0, "reliability", { isVerb: true, isDue: true });
  if (word.tag === "VERB" && wantedVerbs.has(word.lemma)) return said(0, "choice", { isVerb: true, isFeeling: true, isDue: true });
  const felt = word.isEmoji || word.tag === "ADJ" ? tokenizer.sentimentOf(word.text) : 0;
  return felt !== 0 || word.tag === "ADJ" ? { ...unlisted, polarity: felt } : undefined;
}

const unlisted: Said = { class: null, polarity: 0, isListed: false, isVerb: false, isFeeling: false, isDue: false };

/** Returns true for words without sentiment in their context: "kind of", "as well", "pretty good", "Well, …". */
function isFiller(clause: readonly Word[], index: number): boolean {
  const { text, tag } = clause[index] ?? { text: "", tag: "" };
  const next = clause[index + 1];
  if (text === "well") return tag === "INTJ" || clause[index - 1]?.text === "as";
  if (text === "kind") return tag !== "ADJ";
  return (text === "pretty" || text === "fine") && (next?.tag === "ADJ" || next?.tag === "ADV");
}

/** Returns true for a hypothetical opinion, such as "would be nice if". */
const isSupposed = (clause: readonly Word[], index: number) =>
  clause[index]?.lemma !== "recommend" &&
  !isPreferred(clause, index) &&
  clause.slice(Math.max(0, index - 4), index).some(({ text }) => isWould(text));

/** Returns true for a comparative about another place, such as "cheaper at another shop". */
const isElsewhere = (clause: readonly Word[], index: number) =>
  clause[index]?.text !== clause[index]?.lemma &&
  ["at", "elsewhere", "on", "in", "from"].includes(clause[index + 1]?.text ?? "") &&
  clause[index]?.tag === "ADJ" &&
  /er$/.test(clause[index]?.text ?? "");

/** Returns true if only articles and pronouns stand between the verb and the object, as in "find my size". */
const isTaken = (clause: readonly Word[], index: number, subject: Phrase | undefined) =>
  subject !== undefined && clause.slice(index + 1, subject.from).every(({ tag }) => tag === "DET" || tag === "PRON");

/**
 * Returns the polarity of a verb such as "work" (`isDue`). Returns -0.6 after "stop" ("stopped working"), and 0 after a negated "stop".
 * Returns 1 after a negation such as "not", because `polarityOf` inverts the value. Otherwise, returns 0.
 */
function duePolarity(clause: readonly Word[], index: number, { isNegated }: Modifiers): number {
  if (clause[index - 1]?.lemma === "stop") return isNegated ? 0 : -0.6;
  return isNegated ? 1 : 0;
}

function ownPolarity(word: Word, { polarity }: Said, subject: Phrase | undefined, before: readonly Word[]): number {
  const isPrice = subject?.class === "price";
  if (word.lemma === "high" || word.lemma === "low") {
    if (!subject?.class) return 0;
    return (word.lemma === "high") === isPrice ? -0.5 : 0.6;
  }
  const isShoddy = before.some(({ lemma }) => likeness.has(lemma)) || subject?.class === "quality" || subject?.class === "design";
  return word.lemma === "cheap" && isShoddy ? -0.4 : polarity;
}

const objectOf = (phrases: readonly Phrase[], index: number) => phrases.find(({ from }) => from > index);

/** Returns the noun that the word at `index` describes. Defaults to the clause's subject, or to the last subject before the clause. */
function subjectOf(clause: readonly Word[], phrases: readonly Phrase[], index: number, known: Phrase | undefined): Phrase | undefined {
  const described = phrases.find(({ from }) => from > index && clause.slice(index + 1, from).every(isBetween));
  if (described && clause[index]?.tag !== "SYM") return described;
  const before = phrases.filter(({ to }) => to <= index);
  const named = before.find(({ isAside }) => !isAside) ?? before[0];
  if (named) return named;
  const lead = clause.slice(0, index);
  const after = phrases.find(({ from, isAside }) => from > index && isAside);
  // In "(I was) disappointed with the fit", the adjective describes the noun after "with".
  const isOwnFeeling = lead.some(({ text }) => text === "i" || text === "we") && lead.some(({ tag }) => tag === "AUX");
  return isOwnFeeling || !lead.some(isVerb) ? (after ?? known) : known;
}

/** Returns true for a word that can stand between an adjective and its noun, as in "soft and warm fabric". */
const isBetween = ({ tag, text }: Word) => tag === "ADJ" || tag === "ADV" || (tag === "CCONJ" && text !== "but");
