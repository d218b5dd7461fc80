/**
 * Removes clauses that add nothing to the texts in `known`, for example "The status." for `status`. `known` contains what the reader also
 * sees: names and the JSON of the schema.
 */
export function trimDescription(description: string, known: readonly string[]): string | undefined {
  const words = new Set(known.flatMap(wordsOf));
  const clauses = description.split(betweenClauses);
  const kept = clauses.filter((clause) => addsInformation(clause, words));
  if (kept.length === clauses.length) return description;
  const text = kept.join("; ");
  return text === "" ? undefined : text.slice(0, 1).toUpperCase() + text.slice(1);
}

function addsInformation(clause: string, known: ReadonlySet<string>): boolean {
  if (units.test(clause) || ofOneKind.test(clause)) return true;
  // Keeps a clause with a number that `known` does not contain.
  if (wordsOf(clause.replace(/(\d),(\d)/g, "$1$2")).some((word) => /^\d/.test(word) && !known.has(word))) return true;
  const words = wordsOf(clause.replace(bounds, ""));
  return words.some((word) => telling.has(word)) || words.filter((word) => !empty.has(word) && !known.has(word)).length > maxOtherWords;
}

/** Splits a text into lower-case words without endings such as "s". */
function wordsOf(text: string): string[] {
  const separated = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/['’]s\b/g, "");
  return (separated.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => (word.length > 3 ? word.replace(/(es|s|age)$/, "") : word));
}

const betweenClauses = /; |\. |\.$/;
const maxOtherWords = 3;
// Matches a clause that explains an enum value, such as "PAGE_URL: which addresses open it."
const ofOneKind = /^[A-Z_]{4,}[A-Z_, ]*:/;
const units = /\bin (percent|milliseconds)\b|\b(UTC|ISO|KiB|decimals)\b/;
// Phrases that repeat the keywords minLength, maxLength, maxItems, minimum, maximum or pattern.
const bounds =
  /(at most |at least )?\d[\d.,]*(-\d[\d.,]*)?( characters| rules)?( without whitespace)?|a lower-case letter.* underscores|# and \d+ hexadecimal digits/g;
// A clause with one of these words is never removed, because these words describe null, replacement, dependencies, defaults or exceptions.
const telling = new Set(
  wordsOf("null none unless without together replaces replace beside needs needed required not each every sum exactly already empty left"),
);
const empty = new Set(
  wordsOf(
    "a an all and any are as at be been belong belongs by for from given has have here how i in into is it its long many more most must no now of on one or only over own set so some that the their them there these they thing this those to under was what when where whether which who will with you",
  ),
);
