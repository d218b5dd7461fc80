/** What is said around a word that changes how bad or good it is. */
export interface Around {
  /** "not", "never". */
  isNegated: boolean;
  /** "very" more than 1, "slightly" less. */
  strength: number;
  /** "too small": more than is good. */
  isTooMuch: boolean;
  /** "could be cheaper": it is not. */
  isWished: boolean;
  /** "less friendly". */
  isLess: boolean;
}

/** Below it nothing is felt. */
export const leastPolarity = 0.1;
/** From it on a feeling is strong. */
export const strongPolarity = 0.6;

const tooMuch = -0.4;
const wished = -0.4;
const praise = 0.9;
/** "Not good" is not as bad as "bad". */
const negation = -0.6;

/** How bad or good something is said to be, -1 to 1 in hundredths, out of what the word says by itself. */
export function polarityOf(own: number, { isNegated, strength, isTooMuch, isWished, isLess }: Around): number {
  if (isWished) return isNegated ? praise : wished;
  const base = isTooMuch && own >= 0 ? tooMuch : own;
  const said = base * strength * (isLess ? negation : 1) * (isNegated ? negation : 1);
  return Math.round(Math.min(1, Math.max(-1, said)) * 100) / 100 + 0;
}

/** The same in five bands: -2 to -0.6, -1 to -0.1, 0, 1 from 0.1, 2 from 0.6. */
export function bandOf(polarity: number): number {
  const size = Math.abs(polarity);
  return (size >= strongPolarity ? 2 : size >= leastPolarity ? 1 : 0) * Math.sign(polarity) + 0;
}
