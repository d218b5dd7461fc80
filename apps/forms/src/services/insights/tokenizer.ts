/** A token of wink-nlp with its universal part-of-speech tag. */
export interface Word {
  /** In lower case, with straight apostrophes. */
  text: string;
  lemma: string;
  tag: string;
  isEmoji: boolean;
}

/** Interface to a natural language library; implemented with wink-nlp in wink-tokenizer.ts. */
export interface Tokenizer {
  /** A text's sentences. */
  sentences(text: string): Word[][];
  /** Sentiment of a text from -1 to 1; 0 if the library's lexicon has none of its words. */
  sentimentOf(text: string): number;
}
