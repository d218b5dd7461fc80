const token = /\[incentive\]/g;

/**
 * Replaces each `[incentive]` in a placement's text with the reward's label. If there is no reward, removes the token and the white space
 * before it. Null if the resulting text is empty.
 */
export function withReward(text: string | null, reward: string | null): string | null {
  if (text === null) return null;
  const shown = reward === null ? text.replaceAll(/\s*\[incentive\]/g, "") : text.replaceAll(token, () => reward);
  return shown.trim() || null;
}

/** The text for visitors: null if it names a reward while there is none. */
export const promisedText = (text: string | null, reward: string | null): string | null =>
  reward === null && text?.includes("[incentive]") ? null : withReward(text, reward);
