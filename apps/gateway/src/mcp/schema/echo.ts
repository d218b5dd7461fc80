/** Whether a description only repeats what the names around it say: "The status." of `status`, "By connection." of `connectionId`. */
export function isEcho(description: string, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(wordsOf));
  return wordsOf(description).filter((word) => !empty.has(word) && !known.has(word)).length <= mostNews;
}

/** The words of a name or a sentence, without the endings that grammar gives them. */
function wordsOf(text: string): string[] {
  const spread = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/['’]s\b/g, "");
  return (spread.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

const mostNews = 2;
// Words that say nothing a name does not.
const empty = new Set(
  wordsOf(
    "a an all and any are as at be been belong belongs by for from given has have here how i in into is it its long many more most must no not now of on one only or over own set so some that the their them there these they thing this those to was what when where whether which who will with you",
  ),
);
