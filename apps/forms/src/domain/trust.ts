/** What speaks against a response, each from 0 (nothing) to 1 (all). What is not known is left out, and counts for nothing. */
export interface TrustSignals {
  /** Answered faster than people can for the number of questions. */
  answered_too_fast?: number | undefined;
  /** The same answer all the way down. */
  same_answers?: number | undefined;
  /** The field was filled that people do not see. */
  honeypot_filled?: number | undefined;
  /** The same visitor answered this form before. */
  same_visitor?: number | undefined;
  /** Somebody of the same network answered this form before. */
  same_network?: number | undefined;
  /** The user agent is a program's. */
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
const version = 2;

const weights: Record<keyof TrustSignals, number> = {
  honeypot_filled: 0.8,
  bot_user_agent: 0.6,
  answered_too_fast: 0.4,
  disposable_email: 0.3,
  declined_grants: 0.3,
  same_answers: 0.25,
  same_visitor: 0.2,
  same_network: 0.1,
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
const leastMsPerQuestion = 1_000;

/** How much faster than possible so many questions were answered; undefined when there were none to measure. */
export function hurry(questions: number, elapsedMs: number): number | undefined {
  return questions > 0 ? clamp(1 - elapsedMs / (questions * leastMsPerQuestion)) : undefined;
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
