/** Receives what is wrong with a text: where, and words as the end of a sentence. */
export type Tell = (path: readonly (string | number)[], words: string) => void;

// PostgreSQL stores no NUL, and a lone surrogate is no character in any encoding.
const lone = /\p{Surrogate}/u;
/** True for a text that PostgreSQL does not store. */
export const isBad = (text: string) => text.includes("\0") || lone.test(text);
const words = "may not contain NUL or half of a surrogate pair";
const deepest = 64;

/**
 * Looks at every text anywhere in arguments, JSON objects and their keys included, and at how deep they nest.
 * A bad key is told at the path of the object that has it, so that the path itself is clean.
 * Returns false when something nests so deep that nothing else should walk through it.
 */
export function checkTexts(value: unknown, tell: Tell): boolean {
  return walk(value, [], tell);
}

function walk(value: unknown, path: (string | number)[], tell: Tell): boolean {
  if (typeof value === "string") {
    if (isBad(value)) tell([...path], words);
    return true;
  }
  if (typeof value !== "object" || value === null) return true;
  if (path.length < deepest) return walkInto(value, path, tell);
  tell([...path], `may not be nested deeper than ${deepest} levels`);
  return false;
}

function walkInto(value: object, path: (string | number)[], tell: Tell): boolean {
  let isShallow = true;
  const step = (key: string | number, member: unknown) => {
    path.push(key);
    if (!walk(member, path, tell)) isShallow = false;
    path.pop();
  };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) step(index, value[index]);
    return isShallow;
  }
  for (const key of Object.keys(value)) {
    // Copies of an object drop it.
    if (key === "__proto__") tell([...path, key], "is a key that no object may have here; use another name");
    else if (isBad(key)) tell([...path], `has a key that ${words}`);
    else step(key, (value as Record<string, unknown>)[key]);
  }
  return isShallow;
}
