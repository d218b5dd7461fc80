// Stop words (frequent short words) by language. Except for a few English words, each list omits words of the other languages.
const english =
  "the a an is are was were be been it its it's i i'm my we our you your they their this that these those and but or not don't didn't doesn't isn't " +
  "wasn't can't couldn't no of to for with from on at by as so too very really have has had will would could should do does did what when there than then " +
  "more most some any all just only if because which who how";
const others =
  "der die das und ist nicht ein eine einen ich wir sie es war sehr zu mit für auf auch aber von den dem im kein keine schlecht gut schnell teuer " +
  "le la les des du et est pas je nous vous il elle très trop avec pour sur mais que qui une ce c'est bon bien mauvais cher " +
  "el los las y muy no es una un con para por pero que lo está fue bueno malo caro rápido " +
  "il gli e è non molto troppo con per ma che di questo buono ottimo caro " +
  "het een en niet van ik zeer erg goed slecht duur maar met voor " +
  "o os as e não muito com para mas um uma bom ótimo";

const englishWords = new Set(english.split(" "));
const otherWords = new Set(others.split(" ").filter((word) => !englishWords.has(word)));

const letters = /\p{L}[\p{L}\p{M}'’-]*/gu;
const latin = /\p{Script=Latin}/u;
const accents = /[äöüßàâçéèêëîïôûùœñáíóúãõ]/iu;

/**
 * Returns true for a text in Latin script if its English stop words outnumber the stop words of the six other languages together. A text
 * without stop words counts as English if the text has no accents and a third of the words satisfy `isKnown`.
 */
export function isEnglish(text: string, isKnown: (word: string) => boolean): boolean {
  const words = (text.toLowerCase().match(letters) ?? []).map((word) => word.replaceAll("’", "'"));
  // Emoji have the same meaning in all languages.
  if (words.length === 0) return /\p{Extended_Pictographic}/u.test(text);
  const share = (test: (word: string) => boolean) => words.filter(test).length;
  if (share((word) => latin.test(word)) * 2 <= words.length) return false;
  const ours = share((word) => englishWords.has(word));
  const theirs = share((word) => otherWords.has(word));
  if (ours !== theirs) return ours > theirs;
  return ours === 0 && share((word) => accents.test(word)) === 0 && share(isKnown) * 3 >= words.length;
}
