/** A word as wink-nlp reads it; its tag is a universal part of speech. */
export interface Word {
  /** In lower case, with straight apostrophes. */
  text: string;
  lemma: string;
  tag: string;
  isEmoji: boolean;
}

/** What mining needs of a library of natural language: thread.ts gives it wink-nlp, behind wink-reader.ts. */
export interface Reader {
  /** A text's sentences. */
  sentences(text: string): Word[][];
  /** How bad or good a text is, from -1 to 1; 0 where the library's list of words says nothing. */
  feelingOf(text: string): number;
}
