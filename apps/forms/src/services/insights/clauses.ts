import type { Word } from "./tokenizer.js";

const turns = new Set(["but", "however", "although", "though", "yet", "while", "whereas", "because", "except", "otherwise"]);
const breaks = new Set([",", ";", ":", "–", "—", "-", "(", ")", "/", "…"]);
const joins = new Set(["and", "or", "&"]);

export const isNoun = ({ tag }: Word) => tag === "NOUN" || tag === "PROPN";
export const isVerb = ({ tag }: Word) => tag === "VERB" || tag === "AUX";
const isSubject = (word: Word) => isNoun(word) || word.tag === "PRON";

/** Splits a sentence into clauses: at commas and dashes, at "but" and the like, and at an "and" before a subject with its own verb. */
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

/** "soft, warm fabric": a comma that joins. */
const isInList = (sentence: readonly Word[], index: number) =>
  sentence[index]?.text === "," && sentence[index - 1]?.tag === "ADJ" && sentence[index + 1]?.tag === "ADJ";

/** "not only cheap but also sturdy" is one clause. */
const isAddition = (sentence: readonly Word[], index: number) => sentence[index]?.text === "but" && sentence[index + 1]?.text === "also";

function beginsAnew(rest: readonly Word[]): boolean {
  const end = rest.findIndex(({ tag, text }) => tag === "PUNCT" || tag === "CCONJ" || turns.has(text));
  const clause = end < 0 ? rest : rest.slice(0, end);
  const verb = clause.findIndex(isVerb);
  return clause.slice(0, Math.max(verb, 0)).some(isSubject);
}
