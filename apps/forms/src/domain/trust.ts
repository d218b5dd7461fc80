/** Signals against a response, each from 0 to 1. Unknown signals are omitted and count as 0. */
export interface TrustSignals {
  /** Answered faster than people can read, choose and type. */
  answered_too_fast?: number | undefined;
  /** The same answer to all scale questions (straight-lining). */
  same_answers?: number | undefined;
  /** The hidden field was filled. */
  honeypot_filled?: number | undefined;
  /** The same visitor answered this form before; grows with each response. */
  same_visitor?: number | undefined;
  /** Other visitors from the same network answered this form before. */
  same_network?: number | undefined;
  /** Other visitors with the same browser, language and network answered this form before. */
  same_device?: number | undefined;
  /** Other visitors gave the same long text. */
  same_text?: number | undefined;
  /** The user agent is missing or belongs to a program. */
  bot_user_agent?: number | undefined;
  disposable_email?: number | undefined;
  /** A grant of the customer was declined before. */
  declined_grants?: number | undefined;
}

export interface Trust {
  score: number;
  /** Signals that lowered the score, by loss descending. */
  reasons: string[];
  /** Version of the weights. */
  version: number;
}

/** Increment with each change to a weight or to the meaning of a signal: scores of different versions are not comparable. */
const version = 3;

// Network and device weigh only 0.2 together: a university or a mobile carrier shares one address, and phones of one model look alike.
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

/** Trust score of a response: clamp(1 − Σ weight · signal). */
export function trustOf(signals: TrustSignals): Trust {
  const taken = Object.entries(weights)
    .map(([name, weight]) => ({ name, loss: weight * clamp(signals[name as keyof TrustSignals] ?? 0) }))
    .filter(({ loss }) => loss > 0)
    .sort((one, other) => other.loss - one.loss);
  const lost = taken.reduce((sum, { loss }) => sum + loss, 0);
  // Rounds off floating-point errors.
  const score = Math.round(clamp(1 - lost) * 1_000_000) / 1_000_000;
  return { score, reasons: taken.map(({ name }) => name), version };
}

/** Minimum time for a person to read a question and choose an answer. */
const minMsPerQuestion = 1_000;
/** Minimum time per typed or dictated character; maxTypingMs bounds it, since text may be pasted. */
const minMsPerCharacter = 50;
const maxTypingMs = 10_000;

/**
 * Speeding: 0 at the minimum time for these answers or above, 1 at half of it or below. Undefined without answers.
 * `characters`: total of all free texts.
 */
export function speeding({ questions, characters }: { questions: number; characters: number }, elapsedMs: number): number | undefined {
  const minMs = questions * minMsPerQuestion + Math.min(characters * minMsPerCharacter, maxTypingMs);
  return questions > 0 ? clamp(2 * (1 - elapsedMs / minMs)) : undefined;
}

// The signal rises at the 2nd, 5th and 20th equal answer.
const repetitions = [
  { others: 19, signal: 1 },
  { others: 4, signal: 2 / 3 },
  { others: 1, signal: 1 / 3 },
];
/** Repetition signal: 0 for the first answer, 1 from the 20th. */
export function repetition(others: number): number {
  return repetitions.find((one) => others >= one.others)?.signal ?? 0;
}

// Fewer answers may be equal by chance.
const minToCompare = 4;

/** Straight-lining: 1 if all scale answers are equal, else 0; undefined if there are fewer than 4. */
export function straightLining(answers: readonly unknown[]): number | undefined {
  if (answers.length < minToCompare) return undefined;
  return answers.every((answer) => answer === answers[0]) ? 1 : 0;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
