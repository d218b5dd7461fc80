/** Modifiers of a word's polarity. */
export interface Modifiers {
  /** "not", "never". */
  isNegated: boolean;
  /** Above 1 for "very", below 1 for "slightly". */
  strength: number;
  /** "too small": excessive. */
  isTooMuch: boolean;
  /** "could be cheaper": wished, hence not the case. */
  isWished: boolean;
  /** "less friendly". */
  isLess: boolean;
}

/** Lower absolute values are neutral. */
export const minPolarity = 0.1;
/** Threshold of a strong polarity. */
export const strongPolarity = 0.6;

const tooMuch = -0.4;
const wished = -0.4;
const praise = 0.9;
/** "Not good" is not as bad as "bad". */
const negation = -0.6;

/** Polarity from -1 to 1, in hundredths, of a word with its modifiers. */
export function polarityOf(own: number, { isNegated, strength, isTooMuch, isWished, isLess }: Modifiers): number {
  if (isWished) return isNegated ? praise : wished;
  const base = isTooMuch && own >= 0 ? tooMuch : own;
  const said = base * strength * (isLess ? negation : 1) * (isNegated ? negation : 1);
  return Math.round(Math.min(1, Math.max(-1, said)) * 100) / 100 + 0;
}

/** The same in five bands: -2 to -0.6, -1 to -0.1, 0, 1 from 0.1, 2 from 0.6. */
export function bandOf(polarity: number): number {
  const size = Math.abs(polarity);
  return (size >= strongPolarity ? 2 : size >= minPolarity ? 1 : 0) * Math.sign(polarity) + 0;
}
