/**
 * A placement's own text as it is shown while its form has no reward to name: each `[incentive]` is taken out, with the white space
 * before it. Null for no text, and for one that says nothing else.
 */
export function withoutIncentive(text: string | null): string | null {
  if (text === null) return null;
  return text.replaceAll(/\s*\[incentive\]/g, "").trim() || null;
}
