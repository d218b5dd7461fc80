/** What speaks against a response, each from 0 (nothing) to 1 (all). What is not known is left out, and counts for nothing. */
export interface TrustSignals {
  /** Answered faster than people can read, choose and type. */
  answered_too_fast?: number | undefined;
  /** The same answer to every question with a scale. */
  same_answers?: number | undefined;
  /** The field was filled that people do not see. */
  honeypot_filled?: number | undefined;
  /** The same visitor answered this form before; grows with each time. */
  same_visitor?: number | undefined;
  /** Other visitors of the same network answered this form before. */
  same_network?: number | undefined;
  /** Other visitors with the same browser, language and network answered this form before. */
  same_device?: number | undefined;
  /** Other visitors gave a long text in the same words. */
  same_text?: number | undefined;
  /** The user agent is a program's, or there is none. */
  bot_user_agent?: number | undefined;
  /** The e-mail address is one to be thrown away. */
  disposable_email?: number | undefined;
  /** A grant of the customer was declined before. */
  declined_grants?: number | undefined;
}

export interface Trust {
  /** 0-1. */
  score: number;
  /** The signals that took something away, the heaviest first. */
  reasons: string[];
  /** Of the weights that it was made with. */
  version: number;
}

/** Another number with every change of a weight or of what a signal means: scores of different versions do not compare. */
const version = 3;

// Network and device take 0.2 together at most: a university or a mobile carrier has one address, and phones of one model are alike.
const weights: Record<keyof TrustSignals, number> = {
  honeypot_filled: 0.8,
  bot_user_agent: 0.7,
  answered_too_fast: 0.6,
  same_visitor: 0.6,
  same_text: 0.6,
  disposable_email: 0.3,
  declined_grants: 0.3,
  same_answers: 0.15,
  same_network: 0.1,
  same_device: 0.1,
};

/** How far a response can be trusted: clamp(1 − Σ weight · signal) (decisions.md 3). */
export function trustOf(signals: TrustSignals): Trust {
  const taken = Object.entries(weights)
    .map(([name, weight]) => ({ name, loss: weight * clamp(signals[name as keyof TrustSignals] ?? 0) }))
    .filter(({ loss }) => loss > 0)
    .sort((one, other) => other.loss - one.loss);
  const lost = taken.reduce((sum, { loss }) => sum + loss, 0);
  // To a millionth, so that a sum of tenths is what it says.
  const score = Math.round(clamp(1 - lost) * 1_000_000) / 1_000_000;
  return { score, reasons: taken.map(({ name }) => name), version };
}

// Reading a question and choosing an answer takes a person at least so long.
const minMsPerQuestion = 1_000;
/** Nobody types or dictates faster for long; what is pasted bounds how much it can count. */
const minMsPerCharacter = 50;
const maxTypingMs = 10_000;

/**
 * How far the answers came faster than a person can give them: 1 in half the time that they take at least or less. Undefined without answers.
 * `characters`: of all free texts.
 */
export function hurry({ questions, characters }: { questions: number; characters: number }, elapsedMs: number): number | undefined {
  const minMs = questions * minMsPerQuestion + Math.min(characters * minMsPerCharacter, maxTypingMs);
  return questions > 0 ? clamp(2 * (1 - elapsedMs / minMs)) : undefined;
}

// From so many others on, the next weight: the 2nd, the 5th and the 20th answer.
const repetitions = [
  { others: 19, signal: 1 },
  { others: 4, signal: 2 / 3 },
  { others: 1, signal: 1 / 3 },
];
/** How much an answer repeats others: nothing for the first, all from the 20th on. */
export function repetition(others: number): number {
  return repetitions.find((one) => others >= one.others)?.signal ?? 0;
}

// Fewer may be alike for good reasons.
const leastToCompare = 4;

/** Whether all these answers to questions with a scale are the same one; undefined when there are too few to tell. */
export function sameness(answers: readonly unknown[]): number | undefined {
  if (answers.length < leastToCompare) return undefined;
  return answers.every((answer) => answer === answers[0]) ? 1 : 0;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
