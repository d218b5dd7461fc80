const token = /\[incentive\]/g;

/**
 * A placement's own text as it is shown: each `[incentive]` is the line's own reward. Without one each is taken out, with the white
 * space before it. Null for no text, and for one that says nothing else.
 */
export function withReward(text: string | null, reward: string | null): string | null {
  if (text === null) return null;
  const shown = reward === null ? text.replaceAll(/\s*\[incentive\]/g, "") : text.replaceAll(token, () => reward);
  return shown.trim() || null;
}

/** The same as visitors see it: a text that names a reward promises one, so it is left out while there is none. */
export const promisedText = (text: string | null, reward: string | null): string | null =>
  reward === null && text?.includes("[incentive]") ? null : withReward(text, reward);
