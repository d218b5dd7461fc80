/** Receives an error: the path of the value, and the end of a sentence that describes the error. */
export type Report = (path: readonly (string | number)[], words: string) => void;

const lone = /\p{Surrogate}/u;
/** True if a string contains NUL or a lone surrogate, which PostgreSQL cannot store. */
export const isBad = (text: string) => text.includes("\0") || lone.test(text);
const words = "may not contain NUL or a lone surrogate";
const deepest = 64;

/**
 * Checks every string and key. Reports a key that PostgreSQL cannot store at the path of the object with the key. Returns false if the
 * arguments are nested too deeply.
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
    // Rejects the key `__proto__`, because copies of the object would lose the key.
    if (key === "__proto__") report([...path, key], "is a reserved key; use another name");
    else if (isBad(key)) report([...path], "has a key with NUL or a lone surrogate");
    else step(key, (value as Record<string, unknown>)[key]);
  }
  return isShallow;
}
