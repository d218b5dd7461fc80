/** Receives what is wrong with a text: where, and words as the end of a sentence. */
export type Tell = (path: readonly (string | number)[], words: string) => void;

// PostgreSQL stores no NUL, and a lone surrogate is no character in any encoding.
const lone = /\p{Surrogate}/u;
const isBad = (text: string) => text.includes("\0") || lone.test(text);
const words = "may not contain NUL or half of a surrogate pair";
const deepest = 64;

/**
 * Looks at every text anywhere in arguments, JSON objects and their keys included, and at how deep they nest.
 * A bad key is told at the path of the object that has it, so that the path itself is clean.
 */
export function checkTexts(value: unknown, tell: Tell): void {
  walk(value, [], tell);
}

function walk(value: unknown, path: (string | number)[], tell: Tell): void {
  if (typeof value === "string") {
    if (isBad(value)) tell([...path], words);
  } else if (typeof value === "object" && value !== null) {
    if (path.length >= deepest) tell([...path], `may not be nested deeper than ${deepest} levels`);
    else walkInto(value, path, tell);
  }
}

function walkInto(value: object, path: (string | number)[], tell: Tell): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      path.push(index);
      walk(value[index], path, tell);
      path.pop();
    }
    return;
  }
  for (const key in value) {
    if (isBad(key)) {
      tell([...path], `has a key that ${words}`);
      continue;
    }
    path.push(key);
    walk((value as Record<string, unknown>)[key], path, tell);
    path.pop();
  }
}
