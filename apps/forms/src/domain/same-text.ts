const minWords = 5;
const minCharacters = 25;
export const maxTexts = 10;
const maxCharacters = 2_000;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Normalizes a text for comparison with texts of other visitors. Returns undefined for short texts, which are often equal by chance. */
export function comparableText(text: string): string | undefined {
  const segments = [...segmenter.segment(text.slice(0, maxCharacters).normalize("NFKC").toLowerCase())];
  const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const compared = words.join(" ");
  return words.length >= minWords && compared.length >= minCharacters ? compared : undefined;
}
