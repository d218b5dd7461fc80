import model from "wink-eng-lite-web-model";
import winkNLP, { type ItemSentence, type ItemToken, type ItsFunction } from "wink-nlp";

export interface Word {
  /** The word in lower case with straight apostrophes. */
  text: string;
  lemma: string;
  /** Universal part-of-speech tag. */
  tag: string;
  isEmoji: boolean;
}

export type Tokenizer = ReturnType<typeof winkTokenizer>;

/** Creates a tokenizer for English. Call this function once per worker thread, because loading the model takes about 0.3 s and 60 MB. */
export function winkTokenizer() {
  const nlp = winkNLP(model);
  const { its } = nlp;
  // Casts the function, because wink-nlp's type requires properties that wink-nlp does not use.
  const lemmaOf = its.lemma as unknown as ItsFunction<string>;
  return {
    sentences(text: string): Word[][] {
      const found: Word[][] = [];
      const document = nlp.readDoc(text);
      document.sentences().each((sentence: ItemSentence) => {
        const words: Found[] = [];
        sentence.tokens().each((token: ItemToken) => {
          words.push({
            text: token.out(its.value).toLowerCase().replaceAll("’", "'"),
            lemma: token.out(lemmaOf).toLowerCase(),
            tag: token.out(its.pos),
            isEmoji: token.out(its.type) === "emoji",
            isApart: token.out(its.precedingSpaces) !== "",
          });
        });
        found.push(hyphenated(words).flatMap(apart));
      });
      return found;
    },
    /** Returns a text's sentiment from -1 to 1; 0 if wink-nlp's lexicon has none of the words. */
    sentimentOf: (text: string) => Number(nlp.readDoc(text).out(its.sentiment)),
  };
}

interface Found extends Word {
  /** True if a space precedes the word. */
  isApart: boolean;
}

/**
 * Splits contractions such as "I'm" into two words. Replaces the lemma of an abbreviation ("application" for "app") with the word itself.
 */
function apart(word: Word): Word[] {
  const [, pronoun, verb] = /^(i|you|we|they|he|she|it)('(?:m|re|s|ve|d|ll))$/.exec(word.text) ?? [];
  if (pronoun && verb)
    return [
      { ...word, text: pronoun, lemma: pronoun, tag: "PRON" },
      { ...word, text: verb, lemma: verb, tag: "AUX" },
    ];
  // At the end of a sentence, wink-nlp mistakes words such as "Wash." for abbreviations.
  const text = word.text.replace(/(?<=\p{L})\.$/u, "");
  const isExpanded = word.lemma.length > text.length && word.lemma.startsWith(text);
  return [isExpanded ? { ...word, text, lemma: text } : word];
}

/** Joins the parts of hyphenated words, because wink-nlp splits "T-shirt" into three words. */
function hyphenated(words: readonly Found[]): Word[] {
  const whole: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const { isApart: _, ...word } = words[index] as Found;
    while (isHyphen(words[index + 1]) && isLetters(words[index + 2])) {
      const { text, lemma, tag } = words[index + 2] as Found;
      Object.assign(word, { text: `${word.text}-${text}`, lemma: `${word.text}-${lemma}`, tag });
      index += 2;
    }
    whole.push(word);
  }
  return whole;
}

const isHyphen = (word: Found | undefined) => word?.text === "-" && !word.isApart;
const isLetters = (word: Found | undefined) => word !== undefined && !word.isApart && /^\p{L}/u.test(word.text);
