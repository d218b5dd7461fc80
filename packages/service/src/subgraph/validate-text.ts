/**
 * The validation calls this function for each invalid value. `path` is the position of the value. `words` is the error without its subject:
 * "may not contain …".
 */
export type Report = (path: readonly (string | number)[], words: string) => void;

const lone = /\p{Surrogate}/u;
/** True if a string contains NUL or a lone surrogate, which PostgreSQL cannot store. */
export const isBad = (text: string) => text.includes("\0") || lone.test(text);
const words = "may not contain NUL or a lone surrogate";
const deepest = 64;

/**
 * Reports strings and keys that PostgreSQL cannot store. Reports an invalid key with the path of its object. Returns false if the arguments
 * are nested too deeply.
 */
export function checkTexts(value: unknown, report: Report): boolean {
  return walk(value, [], report);
}

function walk(value: unknown, path: (string | number)[], report: Report): boolean {
  if (typeof value === "string") {
    if (isBad(value)) report([...path], words);
    return true;
  }
  if (typeof value !== "object" || value === null) return true;
  if (path.length < deepest) return walkInto(value, path, report);
  report([...path], `may not be nested deeper than ${deepest} levels`);
  return false;
}

function walkInto(value: object, path: (string | number)[], report: Report): boolean {
  let isShallow = true;
  const step = (key: string | number, member: unknown) => {
    path.push(key);
    if (!walk(member, path, report)) isShallow = false;
    path.pop();
  };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) step(index, value[index]);
    return isShallow;
  }
  for (const key of Object.keys(value)) {
    // Rejects the key `__proto__`, because a copy of the object would not contain this key.
    if (key === "__proto__") report([...path, key], "is a reserved key; use another name");
    else if (isBad(key)) report([...path], "has a key with NUL or a lone surrogate");
    else step(key, (value as Record<string, unknown>)[key]);
  }
  return isShallow;
}
