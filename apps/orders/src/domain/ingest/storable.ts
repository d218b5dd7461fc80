const mostLevels = 32;
const inexact = "has a number of more digits than readers of JSON keep (about 16): put it in quotes";
// PostgreSQL keeps neither; half a surrogate pair is no character.
const badCharacters = /\0|\p{Surrogate}/u;

/** Whether a text can be kept as it is. */
export function isStorableText(text: string): boolean {
  return !badCharacters.test(text);
}

/** Why a JSON value cannot be kept as it is, in words that follow the name of its field; undefined: it can. */
export function unstorable(value: unknown, levels = mostLevels): string | undefined {
  if (typeof value === "string") return isStorableText(value) ? undefined : "has a character that cannot be kept";
  if (typeof value === "number") return Number.isFinite(value) ? undefined : inexact;
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `may be nested ${mostLevels} levels deep at most`;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const why = unstorable(part, levels - 1);
    if (why !== undefined) return why;
  }
  return undefined;
}
