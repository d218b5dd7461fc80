const minWords = 5;
const minCharacters = 25;
/** Of one response so many texts are compared, up to so many characters each. */
export const maxTexts = 10;
const maxCharacters = 2_000;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * A text as it is compared with other visitors' texts: its words in lower case, in any language. Undefined for a short one,
 * since many people write "no", "great" or "the shipping was slow".
 */
export function comparableText(text: string): string | undefined {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, maxCharacters).normalize("NFKC").toLowerCase()))
    if (isWordLike) words.push(segment);
  const compared = words.join(" ");
  return words.length >= minWords && compared.length >= minCharacters ? compared : undefined;
}
