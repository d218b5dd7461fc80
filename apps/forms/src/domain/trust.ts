/** Fraud signals of a response, each from 0 to 1. Undefined means unknown, and counts as 0. */
export type TrustSignals = Partial<Record<keyof typeof weights, number | undefined>>;

export interface Trust {
  score: number;
  /** The signals that lowered the score. The signal with the largest effect is first. */
  reasons: string[];
  version: number;
}

/** Increment this number when a weight or signal changes. Scores are comparable only within a version. */
const version = 3;

// Network and device have low weights, because many honest visitors share an address or a phone model.
const weights = {
  honeypot_filled: 0.8,
  /** The user agent is missing, or is not a browser. */
  bot_user_agent: 0.7,
  answered_too_fast: 0.6,
  same_visitor: 0.6,
  same_text: 0.6,
  disposable_email: 0.3,
  declined_grants: 0.3,
  same_answers: 0.15,
  same_network: 0.1,
  /** Another visitor had the same browser, language and network. */
  same_device: 0.1,
};

/** Trust score of a response: clamp(1 − Σ weight · signal). */
export function trustOf(signals: TrustSignals): Trust {
  const taken = Object.entries(weights)
    .map(([name, weight]) => ({ name, loss: weight * clamp(signals[name as keyof TrustSignals] ?? 0) }))
    .filter(({ loss }) => loss > 0)
    .sort((one, other) => other.loss - one.loss);
  const lost = taken.reduce((sum, { loss }) => sum + loss, 0);
  const score = Math.round(clamp(1 - lost) * 1_000_000) / 1_000_000;
  return { score, reasons: taken.map(({ name }) => name), version };
}

/** Minimum time for a person to read a question and choose an answer. */
const minMsPerQuestion = 1_000;
/** Minimum time per typed or dictated character. `maxTypingMs` limits the total, because visitors may paste text. */
const minMsPerCharacter = 50;
const maxTypingMs = 10_000;

/**
 * Speeding signal. Returns 0 at the minimum time or more, and 1 at half of the minimum time or less. `characters` is the total length of
 * all free texts.
 */
export function speeding({ questions, characters }: { questions: number; characters: number }, elapsedMs: number): number | undefined {
  const minMs = questions * minMsPerQuestion + Math.min(characters * minMsPerCharacter, maxTypingMs);
  return questions > 0 ? clamp(2 * (1 - elapsedMs / minMs)) : undefined;
}

/**
 * Repetition signal, which increases at the 2nd, 5th and 20th similar response. `others` is the number of similar responses, excluding the
 * response itself.
 */
export function repetition(others: number): number {
  return [1, 4, 19].filter((limit) => others >= limit).length / 3;
}

/** Straight-lining signal: 1 if all scale answers are equal, else 0. Undefined for fewer than 4 answers, which may be equal by chance. */
export function straightLining(answers: readonly unknown[]): number | undefined {
  if (answers.length < 4) return undefined;
  return answers.every((answer) => answer === answers[0]) ? 1 : 0;
}

const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
