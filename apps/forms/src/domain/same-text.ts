const minWords = 5;
const minCharacters = 25;
/** Maximum number of texts per response that are compared. */
export const maxTexts = 10;
const maxCharacters = 2_000;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Normalizes a text for comparison with other visitors' texts: its words in lower case. Undefined for short texts, which many people
 * write alike ("the shipping was slow").
 */
export function comparableText(text: string): string | undefined {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, maxCharacters).normalize("NFKC").toLowerCase()))
    if (isWordLike) words.push(segment);
  const compared = words.join(" ");
  return words.length >= minWords && compared.length >= minCharacters ? compared : undefined;
}
