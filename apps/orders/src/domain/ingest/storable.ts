const maxLevels = 32;
const inexact = "contains a number with more digits than JSON keeps exactly (about 16); send it as a string";
// PostgreSQL stores neither NUL nor unpaired surrogates.
const badCharacters = /\0|\p{Surrogate}/u;

export function isStorableText(text: string): boolean {
  return !badCharacters.test(text);
}

/** Returns why a JSON value cannot be stored unchanged, to follow the field's name in a message; undefined if it can. */
export function unstorable(value: unknown, levels = maxLevels): string | undefined {
  if (typeof value === "string") return isStorableText(value) ? undefined : "contains a NUL character or an unpaired surrogate";
  if (typeof value === "number") return Number.isFinite(value) ? undefined : inexact;
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `must be nested at most ${maxLevels} levels deep`;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const why = unstorable(part, levels - 1);
    if (why !== undefined) return why;
  }
  return undefined;
}
