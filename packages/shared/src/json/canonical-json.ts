/**
 * JSON with the keys of every object in code-unit order and absent values left out: equal values give equal texts,
 * however their keys were ordered (in the spirit of RFC 8785).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
